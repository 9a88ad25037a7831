import { PUBLIC_EVENT_KINDS } from '../../events/event.js';
import { StringArrayField, StringField, type FieldOptions } from '../../fields.js';

/** Where postbacks go. What the address may be is the webhooks service's to say. */
export const PostbackUrlField = (options: FieldOptions = {}): PropertyDecorator =>
  StringField({ max: 2048, format: 'uri', example: 'https://example.com/postbacks', ...options });

/** Kinds, all of a resource, and all. */
const SELECTABLE_EVENTS = [
  '*',
  ...new Set(PUBLIC_EVENT_KINDS.map((kind) => `${kind.split('.')[0]!}.*`)),
  ...PUBLIC_EVENT_KINDS,
];

/** What an endpoint wants to hear. */
export const PostbackEventsField = (options: FieldOptions = {}): PropertyDecorator =>
  StringArrayField({
    min: 1,
    max: 100,
    itemMax: 60,
    itemSchema: { enum: SELECTABLE_EVENTS },
    example: ['charge.*'],
    description: 'Event kinds, `charge.*` or `*`.',
    ...options,
  });
