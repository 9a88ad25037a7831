import { EVENT_RESOURCES, type EventDefinition } from '@centavo/contracts';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { payloadSchema, type Schema } from './payload-schema.js';
import { selfContained } from './self-contained.js';

/**
 * The JSON Schema of one kind's payload.
 * @param document the API's, which describes the resources
 */
export function eventSchema({ event, resource, status }: EventDefinition, document: OpenAPIObject): Schema {
  const data = { $ref: getSchemaPath(EVENT_RESOURCES[resource].model), ...(status && entered(status)) };
  const schema = { title: event, ...payloadSchema({ type: 'string', const: event }, data) };
  return selfContained(schema, document.components!.schemas as Readonly<Record<string, Schema>>);
}

const entered = (status: string): Schema => ({
  type: 'object',
  properties: { status: { const: status } },
});
