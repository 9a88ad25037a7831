import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** How well a client likes a type: the weight it gives it, and how narrowly the range is drawn that does (2 the type itself, 0 all types). */
interface Liking {
  readonly weight: number;
  readonly narrowness: number;
}

const NOT_AT_ALL: Liking = { weight: 0, narrowness: -1 };
const WEIGHT = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i;

/**
 * Whether a client would rather have CSV than JSON: it gives it more weight (RFC 9110, 12.5.1), or as much and names it more narrowly. Who
 * does not care gets JSON, as does who asks for something else altogether.
 * @param accept the header `Accept`
 */
export function prefersCsv(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const [csv, json] = [likingOf('text/csv', accept), likingOf('application/json', accept)];
  return csv.weight > json.weight || (csv.weight === json.weight && csv.weight > 0 && csv.narrowness > json.narrowness);
}

/** The narrowest range that a type falls in says how it is liked. */
function likingOf(type: string, accept: string): Liking {
  const ranges = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  let found = NOT_AT_ALL;
  for (const part of accept.split(',')) {
    const [range, ...parameters] = part.split(';');
    const narrowness = 2 - ranges.indexOf(range!.trim().toLowerCase());
    if (narrowness <= 2 && narrowness > found.narrowness) found = { weight: weightOf(parameters), narrowness };
  }
  return found;
}

function weightOf(parameters: readonly string[]): number {
  const [weight] = parameters.flatMap((parameter) => WEIGHT.exec(parameter)?.[1] ?? []);
  return weight === undefined ? 1 : Number(weight);
}

/** Whether the answer is to be CSV. */
export const PrefersCsv = createParamDecorator((_, context: ExecutionContext): boolean =>
  prefersCsv(context.switchToHttp().getRequest<FastifyRequest>().headers.accept),
);
