import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

type Schema = Readonly<Record<string, unknown>>;

/** Takes nothing that a strict validator complains of. `allowUnionTypes`: "or null" is one. */
export function compileSchema(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  ajvFormats.default(ajv);
  return ajv.compile(schema);
}

/**
 * The same schema with no room for fields that it does not name. Receivers must not be that strict, but here one more field is one that the
 * presenter shows and the documents do not.
 */
export function closed(schema: object): Schema {
  const { $defs = {}, ...root } = schema as Schema;
  return { ...closeObject(root), $defs: mapValues($defs as Readonly<Record<string, Schema>>, closeObject) };
}

const closeObject = (schema: Schema): Schema =>
  schema['properties'] ? { ...schema, unevaluatedProperties: false } : schema;

const mapValues = (schemas: Readonly<Record<string, Schema>>, change: (schema: Schema) => Schema) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]));

/** Everything that is wrong with a value; empty when nothing is. */
export function faultsOf(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
