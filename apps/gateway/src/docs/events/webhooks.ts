import {
  EVENT_CATALOGUE,
  EVENT_RESOURCES,
  exampleEvent,
  type EventDefinition,
  type EventResource,
} from '@centavo/contracts';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { payloadSchema, type Schema } from './payload-schema.js';

type Webhooks = NonNullable<OpenAPIObject['webhooks']>;
type Components = NonNullable<OpenAPIObject['components']>;

/** What events tell of: the document describes these in any case. */
export const EVENT_MODELS = Object.values(EVENT_RESOURCES).map(({ model }) => model);

/** Adds the postbacks to the document: a webhook for every kind, and for every resource one schema that its kinds share. */
export function describeWebhooks(document: OpenAPIObject): void {
  const { schemas, parameters } = document.components!;
  document.components = {
    ...document.components,
    schemas: { ...schemas, ...eventSchemas() },
    parameters: { ...parameters, ...HEADERS } as NonNullable<Components['parameters']>,
  };
  document.webhooks = Object.fromEntries(EVENT_CATALOGUE.map((kind) => [kind.event, webhook(kind)])) as Webhooks;
}

const nameOf = (resource: EventResource): string => `${EVENT_RESOURCES[resource].model.name}Event`;

function eventSchemas(): Record<string, Schema> {
  const byResource = Map.groupBy(EVENT_CATALOGUE, ({ resource }) => resource);
  return Object.fromEntries(
    [...byResource].map(([resource, kinds]) => {
      const event = { type: 'string', enum: kinds.map(({ event }) => event) };
      const data = { $ref: getSchemaPath(EVENT_RESOURCES[resource].model) };
      return [nameOf(resource), payloadSchema(event, data)];
    }),
  );
}

const webhook = ({ event, resource, description }: EventDefinition) => ({
  post: {
    operationId: `Postback_${event.replace('.', '_')}`,
    tags: ['Postbacks'],
    summary: event,
    description: `When: ${description}.`,
    security: [],
    parameters: Object.keys(HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: getSchemaPath(nameOf(resource)) }, example: exampleEvent(event) },
      },
    },
    responses: {
      '2XX': { description: 'Received. Every other answer, or none within 15 seconds, is followed by a retry.' },
    },
  },
});

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** After Standard Webhooks. */
const HEADERS = {
  WebhookId: header('webhook-id', 'The `id` of the payload.'),
  WebhookTimestamp: header('webhook-timestamp', 'Seconds since 1970, at this attempt.'),
  WebhookSignature: header(
    'webhook-signature',
    'HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{raw body}`, as `v1,` and Base64; several are separated by a space.',
  ),
};
