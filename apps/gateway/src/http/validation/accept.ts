import type { FieldShape, Shape } from './shape.js';

type Fields = Record<string, unknown>;

const REFUSED = Symbol('refused');

/**
 * The known fields of a body when every rule holds, else undefined. It stops at the first broken rule and explains nothing:
 * nearly every body is good, and class-validator takes ten times as long to find that out. The bad ones go on to `report.ts`.
 */
export function accept(shape: Shape, body: object): Fields | undefined {
  const accepted: Fields = {};
  for (const field of shape) {
    const given = (body as Fields)[field.name];
    if (given === undefined || given === null) {
      if (!field.isOptional) return undefined;
      if (given === null) accepted[field.name] = null;
      continue;
    }
    const value = acceptField(field, given);
    if (value === REFUSED) return undefined;
    accepted[field.name] = value;
  }
  return accepted;
}

function acceptField(field: FieldShape, given: unknown): unknown {
  for (const rule of field.rules) if (!rule(given)) return REFUSED;
  if (field.isArray) return acceptItems(field, given as unknown[]);
  return field.nested ? (accept(field.nested, given as object) ?? REFUSED) : given;
}

function acceptItems({ itemRules, nested }: FieldShape, items: readonly unknown[]): unknown {
  const accepted: unknown[] = [];
  for (const item of items) {
    for (const rule of itemRules) if (!rule(item)) return REFUSED;
    const value = nested ? accept(nested, item as object) : item;
    if (value === undefined) return REFUSED;
    accepted.push(value);
  }
  return accepted;
}
