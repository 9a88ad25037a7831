import type { OpenAPIObject } from '@nestjs/swagger';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = Record<string, unknown>;
interface Parameter {
  readonly in: string;
  schema: Schema;
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'Makes a retry safe: the same key and body get the first answer again. 1..255 printable ASCII characters.',
  // HTTP takes away the spaces around the value of a header.
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
};

/** Says of an operation's parameters and body what the decorators cannot. */
export function completeInputs(
  method: string,
  operation: Operation,
  document: OpenAPIObject,
  takesAnyPath: boolean,
): void {
  if (method !== 'get') operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  for (const parameter of operation.parameters ?? [])
    completeParameter(parameter as unknown as Parameter, takesAnyPath);
  completeBody(operation, document);
}

/** Nest knows a path's id as a text. What a query leaves out is left out: there is no null in a URL. */
function completeParameter(parameter: Parameter, takesAnyPath: boolean): void {
  if (parameter.in === 'path' && !takesAnyPath) parameter.schema = { type: 'string', format: 'uuid' };
  parameter.schema = withoutNull(parameter.schema);
}

function withoutNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(Array.isArray(type) && { type: type.find((name) => name !== 'null') as string }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  };
}

/** A body that needs no field may be left out. */
function completeBody({ requestBody }: Operation, document: OpenAPIObject): void {
  if (!requestBody || '$ref' in requestBody) return;
  const schema = requestBody.content['application/json']?.schema as { $ref: string };
  const name = schema.$ref.split('/').at(-1)!;
  const { required = [] } = document.components!.schemas![name] as { required?: string[] };
  requestBody.required = required.length > 0;
}
