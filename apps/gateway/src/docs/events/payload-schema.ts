import { API_VERSION } from '@centavo/contracts';

/** Enough of JSON Schema to build some. */
export type Schema = Readonly<Record<string, unknown>>;

/** What every postback looks like. @param event schema of the kind @param data schema of the resource */
export const payloadSchema = (event: Schema, data: Schema): Schema => ({
  type: 'object',
  required: ['id', 'event', 'occurred_at', 'sequence', 'api_version', 'data'],
  properties: {
    id: {
      type: 'string',
      format: 'uuid',
      description: 'The same on every delivery of this event; also in the header `webhook-id`.',
    },
    event,
    occurred_at: { type: 'string', format: 'date-time' },
    sequence: {
      type: 'integer',
      minimum: 1,
      description: 'Counts up per resource: of two events of one resource the higher one is the later one.',
    },
    api_version: { type: 'string', const: API_VERSION },
    data,
  },
});
