import type { Fields, FieldShape, Shape } from './shape.js';

const REFUSED = Symbol('refused');

/**
 * The known fields of a body when every rule holds, else undefined. It stops at the first broken rule and explains nothing:
 * nearly every body is good, and class-validator takes ten times as long to find that out. The bad ones go on to `report.ts`.
 */
export function accept(shape: Shape, body: object): Fields | undefined {
  const owner = body as Fields;
  const accepted: Record<string, unknown> = {};
  for (const field of shape) {
    if (field.belongsTo?.(owner) === false) continue;
    const given = owner[field.name];
    if (given === undefined || given === null) {
      if (!(given === null ? field.mayBeNull : field.mayBeAbsent)) return undefined;
      if (given === null) accepted[field.name] = null;
      continue;
    }
    const value = acceptField(field, given, owner);
    if (value === REFUSED) return undefined;
    accepted[field.name] = value;
  }
  return accepted;
}

function acceptField(field: FieldShape, given: unknown, owner: Fields): unknown {
  for (const rule of field.rules) if (!rule(given, owner)) return REFUSED;
  if (field.isArray) return acceptItems(field, given as unknown[], owner);
  return field.nestedIn ? acceptNested(field.nestedIn(owner), given) : given;
}

const acceptNested = (shape: Shape | undefined, given: unknown): unknown =>
  (shape && accept(shape, given as object)) ?? REFUSED;

function acceptItems({ itemRules, nestedIn }: FieldShape, items: readonly unknown[], owner: Fields): unknown {
  const accepted: unknown[] = [];
  for (const item of items) {
    for (const rule of itemRules) if (!rule(item, owner)) return REFUSED;
    const value = nestedIn ? acceptNested(nestedIn(owner), item) : item;
    if (value === REFUSED) return REFUSED;
    accepted.push(value);
  }
  return accepted;
}
