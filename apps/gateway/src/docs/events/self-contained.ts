import type { Schema } from './payload-schema.js';

const COMPONENTS = '#/components/schemas/';
const DEFINITIONS = '#/$defs/';

/** Keywords whose values are schemas, or lists of schemas. */
const NESTED = ['items', 'additionalProperties'];
const NESTED_LISTS = ['allOf', 'anyOf', 'oneOf'];

/**
 * A schema of an OpenAPI 3.1 document as a JSON Schema (2020-12) that needs nothing but itself: what it refers to is in its `$defs`.
 * @param components the document's schemas by name
 * @throws Error when it refers to something else than one of them
 */
export function selfContained(schema: Schema, components: Readonly<Record<string, Schema>>): Schema {
  const definitions = new Map<string, Schema>();

  function define(reference: string): string {
    const name = reference.slice(COMPONENTS.length);
    const component = reference.startsWith(COMPONENTS) && components[name];
    if (!component) throw new Error(`${reference} is no schema of the document`);
    if (!definitions.has(name)) {
      // Before what it refers to, because that may refer to it.
      definitions.set(name, {});
      definitions.set(name, converted(component));
    }
    return DEFINITIONS + name;
  }

  const converted = (node: Schema): Schema =>
    Object.fromEntries(Object.entries(node).map(([keyword, value]) => convertedKeyword(keyword, value)));

  function convertedKeyword(keyword: string, value: unknown): [string, unknown] {
    if (keyword === '$ref') return [keyword, define(value as string)];
    if (keyword === 'example') return ['examples', [value]];
    if (NESTED.includes(keyword) && typeof value === 'object') return [keyword, converted(value as Schema)];
    if (NESTED_LISTS.includes(keyword)) return [keyword, (value as Schema[]).map(converted)];
    if (keyword === 'properties') return [keyword, convertedByName(value as Record<string, Schema>)];
    return [keyword, value];
  }

  const convertedByName = (schemas: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, converted(each)]));

  const root = converted(schema);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...root,
    $defs: Object.fromEntries([...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
