import {
  API_VERSION,
  eventsOf,
  type EventAttributes,
  type EventKind,
  type EventPayload,
  type ServiceName,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import type { AddressedMessage, MessageHeaders } from './bus.js';

/** What an event says, and to whom. */
export interface EventDraft<Data> {
  readonly service: ServiceName;
  readonly event: EventKind;
  /** ISO 8601. */
  readonly occurredAt: string;
  /** The resource's own count of its events. */
  readonly sequence: number;
  /** The whole resource, as the API shows it. */
  readonly data: Data;
  /** Events of one key are heard in order. */
  readonly key: string;
  readonly attributes: EventAttributes;
  /** Correlation and trace of what caused it. */
  readonly cause: MessageHeaders;
}

/** An event as it travels: its payload holds the exact bytes that receivers of postbacks will get. */
export function eventMessage<Data>(draft: EventDraft<Data>): AddressedMessage {
  const { service, event, occurredAt, sequence, data, key, attributes, cause } = draft;
  const payload: EventPayload<Data> = {
    id: newId(),
    event,
    occurred_at: occurredAt,
    sequence,
    api_version: API_VERSION,
    data,
  };
  return {
    topic: eventsOf(service),
    id: payload.id,
    type: event,
    key,
    value: JSON.stringify(payload),
    headers: { ...cause, ...attributes },
  };
}
