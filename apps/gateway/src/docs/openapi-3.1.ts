import type { OpenAPIObject } from '@nestjs/swagger';

/** OpenAPI 3.1 says "or null" in the type itself; the decorators still say it the way of 3.0. */
export const toOpenApi31 = (document: OpenAPIObject): OpenAPIObject => withNullTypes(document) as OpenAPIObject;

function withNullTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNullTypes);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withNullTypes(value)]));
  // A property that happens to be called "nullable" is a schema, not a flag.
  if (typeof nullable !== 'boolean')
    return nullable === undefined ? converted : { ...converted, nullable: withNullTypes(nullable) };
  return nullable ? orNull(converted) : converted;
}

function orNull(schema: Record<string, unknown>): Record<string, unknown> {
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const { enum: values } = schema;
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}
