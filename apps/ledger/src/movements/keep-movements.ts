import type { MemberOutcome } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { refundOf } from './charge-headers.js';
import type { ChargeMessage } from './charge-message.js';
import type { WaitingKind } from './movement-kind.domain.js';
import { insertMovements, type WaitingMovement } from './movements.sql.js';

/** An event that moves money after the capture, and how. */
export interface WaitingMessage {
  readonly kind: WaitingKind;
  readonly message: ChargeMessage;
}

/**
 * Keeps the money movements that follow a capture, until they are posted: refunds, chargebacks and how these end. One that is delivered
 * again is kept once.
 */
@Injectable()
export class KeepMovements {
  constructor(private readonly database: Database) {}

  /** @returns the fate of each message, in their order: an event that cannot be kept falls out alone */
  async keep(messages: readonly WaitingMessage[]): Promise<MemberOutcome[]> {
    const derived = messages.map(movementOrError);
    const movements = derived.filter((result): result is WaitingMovement => 'eventId' in result);
    if (movements.length > 0) await insertMovements(this.database, movements);
    return derived.map((result) => ('error' in result ? result : {}));
  }
}

function movementOrError(waiting: WaitingMessage): WaitingMovement | { readonly error: unknown } {
  try {
    return movementOf(waiting);
  } catch (error) {
    return { error };
  }
}

function movementOf({ kind, message }: WaitingMessage): WaitingMovement {
  const { data: charge, occurred_at, sequence } = message.payload;
  const occurredAt = new Date(occurred_at);
  if (Number.isNaN(occurredAt.getTime())) throw new Error(`${message.type} does not say when it occurred`);
  if (!Number.isSafeInteger(sequence))
    throw new Error(`${message.type} does not say its place among its charge's events`);
  const refund = kind === 'refund' ? refundOf(message.headers) : null;
  return {
    eventId: message.id,
    chargeId: charge.id,
    kind,
    refundId: refund?.id ?? null,
    amount: refund?.amount ?? null,
    occurredAt,
    sequence,
    payload: message.value,
  };
}
