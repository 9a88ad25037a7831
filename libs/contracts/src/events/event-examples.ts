import {
  API_VERSION,
  PUBLIC_EVENT_KINDS,
  type EventHappening,
  type EventPayload,
  type EventPrefix,
  type PublicEventKind,
} from './event.js';
import { ANTICIPATION_EXAMPLES } from './examples/anticipation.examples.js';
import { CHARGE_EXAMPLES } from './examples/charge.examples.js';
import { exampleId, type Example } from './examples/example.js';
import { PAYMENT_LINK_EXAMPLES } from './examples/payment-link.examples.js';
import { ENDPOINT_DISABLED_EXAMPLE, ENDPOINT_TEST_EXAMPLE } from './examples/postback-endpoint.examples.js';
import { RECEIVABLE_EXAMPLES } from './examples/receivable.examples.js';
import { DOCUMENT_EXAMPLES } from './examples/submerchant-document.examples.js';
import { SUBMERCHANT_EXAMPLES } from './examples/submerchant.examples.js';
import { WITHDRAWAL_EXAMPLES } from './examples/withdrawal.examples.js';

type Examples<Happening extends string> = Readonly<Record<Happening, Example<object>>>;

/** By the two parts of the kind. */
const EXAMPLES: { readonly [Prefix in EventPrefix]: Examples<EventHappening<Prefix>> } = {
  charge: CHARGE_EXAMPLES,
  receivable: RECEIVABLE_EXAMPLES,
  anticipation: ANTICIPATION_EXAMPLES,
  withdrawal: WITHDRAWAL_EXAMPLES,
  submerchant: SUBMERCHANT_EXAMPLES,
  submerchant_document: DOCUMENT_EXAMPLES,
  payment_link: PAYMENT_LINK_EXAMPLES,
  postback: { test: ENDPOINT_TEST_EXAMPLE },
  postback_endpoint: { disabled: ENDPOINT_DISABLED_EXAMPLE },
};

/** A whole payload of the kind, its `data` made by the presenter that makes the real one. */
export function exampleEvent(event: PublicEventKind): EventPayload {
  const [prefix, happening] = event.split('.') as [EventPrefix, string];
  const examples: Examples<string> = EXAMPLES[prefix];
  const { data, occurredAt, sequence } = examples[happening]!;
  return {
    id: exampleId('event', PUBLIC_EVENT_KINDS.indexOf(event) + 1),
    event,
    occurred_at: occurredAt,
    sequence,
    api_version: API_VERSION,
    data,
  };
}
