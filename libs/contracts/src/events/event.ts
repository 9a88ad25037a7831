/** The version of the payloads below; a breaking change of a resource would raise it. */
export const API_VERSION = '2026-11-01';

/**
 * A fact, as every consumer and every postback receiver sees it. These exact bytes travel the bus, are stored, signed and
 * delivered; nobody on the way needs to parse or rebuild them.
 */
export interface EventPayload<Data = unknown> {
  /** UUIDv7; the same on every delivery of this event. */
  readonly id: string;
  /** `<resource>.<status just entered>` */
  readonly event: EventKind;
  readonly occurred_at: string;
  /** Counts up per resource, from 1. */
  readonly sequence: number;
  readonly api_version: string;
  readonly data: Data;
}

/** Kinds that merchants may subscribe to. */
export const PUBLIC_EVENT_KINDS = [
  'charge.pending',
  'charge.authorized',
  'charge.captured',
  'charge.partially_refunded',
  'charge.refunded',
  'charge.voided',
  'charge.failed',
  'charge.expired',
  'charge.chargeback',
  'receivable.pending',
  'receivable.anticipated',
  'receivable.settled',
  'receivable.suspended',
  'receivable.canceled',
  'anticipation.pending',
  'anticipation.approved',
  'anticipation.settled',
  'anticipation.rejected',
  'anticipation.canceled',
  'withdrawal.pending',
  'withdrawal.processing',
  'withdrawal.completed',
  'withdrawal.failed',
  'withdrawal.canceled',
  'submerchant.pending',
  'submerchant.in_review',
  'submerchant.approved',
  'submerchant.rejected',
  'submerchant.suspended',
  'submerchant.blocked',
  'submerchant_document.pending',
  'submerchant_document.approved',
  'submerchant_document.rejected',
  'submerchant_document.expired',
  'submerchant_document.replaced',
  'payment_link.active',
  'payment_link.inactive',
  'payment_link.expired',
  'payment_link.completed',
  // Goes to the endpoint that is to be tried and to no other.
  'postback.test',
  'postback_endpoint.disabled',
] as const;

/**
 * Kinds that only the platform's own services hear. A lost dispute changes no status, but money for good. `merchant.updated`: fees or
 * settings changed, and the status did not; every `merchant.*` has the whole merchant, of which the highest `sequence` holds.
 */
export const INTERNAL_EVENT_KINDS = [
  'merchant.active',
  'merchant.suspended',
  'merchant.updated',
  'charge.dispute_lost',
] as const;

export const EVENT_KINDS = [...PUBLIC_EVENT_KINDS, ...INTERNAL_EVENT_KINDS] as const;
export type PublicEventKind = (typeof PUBLIC_EVENT_KINDS)[number];
export type EventKind = (typeof EVENT_KINDS)[number];

/** What stands before the dot of a kind: of most the resource. */
export type EventPrefix<Kind extends PublicEventKind = PublicEventKind> = Kind extends `${infer Prefix}.${string}`
  ? Prefix
  : never;

/** What stands behind the dot of the kinds that begin so: of most the status. */
export type EventHappening<
  Prefix extends EventPrefix,
  Kind extends PublicEventKind = PublicEventKind,
> = Kind extends `${Prefix}.${infer Happening}` ? Happening : never;

export const isPublicEventKind = (kind: string): kind is PublicEventKind =>
  (PUBLIC_EVENT_KINDS as readonly string[]).includes(kind);

/**
 * What travels beside an event's payload: routing facts that let a consumer skip an event unread, and terms that are the
 * platform's business and not the receiver's. Header values are strings.
 */
export interface EventAttributes {
  readonly merchantId: string;
  readonly resourceId: string;
  /** On submerchant events: the wallet that is its own. */
  readonly walletId?: string;
  /** On charge events: the processing fee agreed when the charge was made, basis points and centavos. */
  readonly feeBps?: string;
  readonly feeFixed?: string;
  /** On charge events: the {@link ChargeTrigger} that led into the status; one status can be entered in several ways. */
  readonly trigger?: string;
  /** On `charge.captured`: the wallet of each submerchant that gets a part, as JSON; absent when none does. See {@link SubmerchantWallets}. */
  readonly submerchantWallets?: string;
  /** On the events of a refund: its id and centavos. */
  readonly refundId?: string;
  readonly refundAmount?: string;
}
