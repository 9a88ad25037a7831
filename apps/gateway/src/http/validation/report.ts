import type { ErrorDetail } from '@centavo/contracts';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { codeOfRule, type DetailCode } from './detail-codes.js';
import { shapeOf, type DtoClass, type Fields, type FieldShape, type Shape } from './shape.js';

/** A nested object whose class is not known, because the field that decides it is wrong: nothing can be said of its fields. */
const UNKNOWN_VARIANT: Shape = [];

const OPTIONS = { validationError: { target: false, value: false }, forbidUnknownValues: false };

/** Every broken rule of a body, by class-validator; empty when there is none. */
export function report(dto: DtoClass, body: object): ErrorDetail[] {
  const instance = plainToInstance(dto, prune(shapeOf(dto), body));
  return validateSync(instance, OPTIONS).flatMap((error) => toDetails(error, ''));
}

/**
 * Only the known fields, and of a list that is too long only one item more than it may have: reporting every item of a
 * megabyte of nonsense would keep the process busy for seconds.
 */
function prune(shape: Shape, body: object): object {
  const owner = body as Fields;
  const fields = shape.filter(({ belongsTo }) => belongsTo?.(owner) !== false);
  return Object.fromEntries(fields.map((field) => [field.name, pruneField(field, owner[field.name], owner)]));
}

function pruneField({ isArray, maxItems, nestedIn }: FieldShape, value: unknown, owner: Fields): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isArray !== Array.isArray(value)) return isArray || nestedIn ? emptyLike(value) : value;
  const nested = nestedIn && (nestedIn(owner) ?? UNKNOWN_VARIANT);
  if (!isArray) return nested ? prune(nested, value) : value;
  const items = (value as unknown[]).slice(0, maxItems + 1);
  return nested ? items.map((item) => (isObject(item) ? prune(nested, item) : emptyLike(item))) : items;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of the wrong type, that is all there is to say about it. */
function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : value;
}

function toDetails({ property, constraints = {}, children = [] }: ValidationError, parent: string): ErrorDetail[] {
  const field = parent === '' ? property : `${parent}.${property}`;
  const own = mostTelling(
    Object.entries(constraints).map(([rule, message]) => ({ field, code: codeOfRule(rule), message })),
  );
  const isWrongType = own.some(({ code }) => code === 'required' || code === 'invalid_type');
  return isWrongType ? own : [...own, ...children.flatMap((child) => toDetails(child, field))];
}

/** A field that is missing or of the wrong type breaks all its other rules too; saying so helps nobody. */
function mostTelling<Detail extends { code: DetailCode }>(details: Detail[]): Detail[] {
  const telling = ['required', 'invalid_type'].map((code) => details.find((detail) => detail.code === code));
  const most = telling.find((detail) => detail !== undefined);
  return most ? [most] : details;
}
