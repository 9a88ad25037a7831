import { Anticipation } from '../resources/anticipation.js';
import { Charge } from '../resources/charge/charge.js';
import { SubmerchantDocument } from '../resources/dossier/submerchant-document.js';
import { PaymentLink } from '../resources/payment-link.js';
import { PostbackEndpoint } from '../resources/postback-endpoint.js';
import { Receivable } from '../resources/receivable.js';
import { Submerchant } from '../resources/submerchant.js';
import { Withdrawal } from '../resources/withdrawal.js';
import { STATE_MACHINES, waysInto } from '../states/state-machines.js';
import { PUBLIC_EVENT_KINDS, type EventPrefix, type PublicEventKind } from './event.js';

/** The resources that events tell of: what a sentence calls each, and the class that documents it. */
export const EVENT_RESOURCES = {
  charge: { name: 'charge', model: Charge },
  receivable: { name: 'receivable', model: Receivable },
  anticipation: { name: 'anticipation', model: Anticipation },
  withdrawal: { name: 'withdrawal', model: Withdrawal },
  submerchant: { name: 'submerchant', model: Submerchant },
  submerchant_document: { name: 'document', model: SubmerchantDocument },
  payment_link: { name: 'payment link', model: PaymentLink },
  postback_endpoint: { name: 'postback endpoint', model: PostbackEndpoint },
} as const satisfies Record<string, { readonly name: string; readonly model: new () => object }>;
export type EventResource = keyof typeof EVENT_RESOURCES;

/** What the catalogue says of a kind of event. */
export interface EventDefinition {
  readonly event: PublicEventKind;
  /** What `data` is. */
  readonly resource: EventResource;
  /** When it happens, as one sentence without its full stop. */
  readonly description: string;
  /** The status that `data` then has; null when the event tells of no change. */
  readonly status: string | null;
}

/** Kinds that no state machine knows. */
const EXCEPTIONS = {
  'postback.test': {
    resource: 'postback_endpoint',
    description:
      '`POST /v1/postbacks/endpoints/{id}/test`; goes to that endpoint and to no other, whatever it subscribes to',
    status: null,
  },
  'postback_endpoint.disabled': {
    resource: 'postback_endpoint',
    description:
      "the endpoint answered 410, or for days nothing that was sent to it succeeded; the merchant's other endpoints are told",
    status: 'disabled',
  },
} as const satisfies Partial<Record<PublicEventKind, Omit<EventDefinition, 'event'>>>;
type Exception = keyof typeof EXCEPTIONS;

const isException = (event: PublicEventKind): event is Exception => Object.hasOwn(EXCEPTIONS, event);

/** Every kind that merchants may subscribe to; docs/events.md and `GET /v1/postbacks/events` come from here. */
export const EVENT_CATALOGUE: readonly EventDefinition[] = PUBLIC_EVENT_KINDS.map((event) => ({
  event,
  ...(isException(event) ? EXCEPTIONS[event] : statusChange(event)),
}));

function statusChange(event: Exclude<PublicEventKind, Exception>): Omit<EventDefinition, 'event'> {
  const [resource, status] = event.split('.') as [EventPrefix<typeof event>, string];
  return { resource, description: waysInto(STATE_MACHINES[resource], status), status };
}
