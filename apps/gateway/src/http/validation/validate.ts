import { DomainError, type ErrorDetail } from '@centavo/contracts';
import { isStorable, unstorable } from '../storable-text.js';
import { accept } from './accept.js';
import { report } from './report.js';
import { shapeOf, type DtoClass } from './shape.js';

/**
 * A body as its DTO describes it: known fields only, so that what a client must not decide cannot even be passed on. One that
 * needs no field may be left out.
 * @throws DomainError `invalid_json` without a body, `validation_error` with every broken rule
 */
export function validateBody(dto: DtoClass, body: unknown): object {
  const shape = shapeOf(dto);
  if (body === undefined && shape.every(({ mayBeAbsent }) => mayBeAbsent)) return {};
  if (typeof body !== 'object' || body === null) throw new DomainError('invalid_json');
  const accepted = accept(shape, body);
  if (accepted) return accepted;
  throw new DomainError('validation_error', { details: report(dto, body) });
}

/**
 * Query parameters as their DTO describes them, with its defaults. What comes as text and is to be a number becomes one.
 * @throws DomainError `invalid_query_parameter` with every broken rule, or with every parameter that PostgreSQL cannot store
 */
export function validateQuery(dto: DtoClass, query: unknown): object {
  const shape = shapeOf(dto);
  const given: Record<string, unknown> = { ...(query as object) };
  const details = unstorableIn(given);
  if (details.length > 0) throw new DomainError('invalid_query_parameter', { details });
  for (const { name, isInteger } of shape) if (isInteger) given[name] = toInteger(given[name]);
  const accepted = accept(shape, given);
  if (accepted) return Object.assign(new dto(), accepted);
  throw new DomainError('invalid_query_parameter', { details: report(dto, given) });
}

/** Unknown parameters too, as in bodies. One that is given several times has several texts. */
const unstorableIn = (query: Record<string, unknown>): ErrorDetail[] =>
  Object.entries(query)
    .filter((parameter) => !parameter.flat().every((text) => typeof text !== 'string' || isStorable(text)))
    .map(([name]) => unstorable(name));

const INTEGER = /^-?\d{1,15}$/;

/** Anything but plain digits stays a text and is refused: `1e3`, ` 1`, `0x1`. */
const toInteger = (value: unknown): unknown =>
  typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
