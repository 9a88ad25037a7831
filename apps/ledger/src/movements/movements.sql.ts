import type { Sql } from '@centavo/persistence';
import type { WaitingKind } from './movement-kind.domain.js';

/** A money movement that waits to be posted. */
export interface WaitingMovement {
  readonly eventId: string;
  readonly chargeId: string;
  readonly kind: WaitingKind;
  /** Of a refund its id and centavos, of the others null. */
  readonly refundId: string | null;
  readonly amount: bigint | null;
  readonly occurredAt: Date;
  readonly sequence: number;
  /** The event's JSON text. */
  readonly payload: string;
}

/** Inserts movements, but those whose event has come before. */
export async function insertMovements(sql: Sql, movements: readonly WaitingMovement[]): Promise<void> {
  // In one order, so that two batches with common events cannot wait for each other.
  await sql.query(
    `INSERT INTO charge_movements (event_id, charge_id, kind, refund_id, amount, occurred_at, sequence, payload)
     SELECT event_id, charge_id, kind, refund_id, amount, occurred_at, sequence, payload::json
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::bigint[], $6::timestamptz[], $7::int[], $8::text[])
       AS movement (event_id, charge_id, kind, refund_id, amount, occurred_at, sequence, payload)
     ORDER BY event_id
     ON CONFLICT (event_id) DO NOTHING`,
    [
      movements.map(({ eventId }) => eventId),
      movements.map(({ chargeId }) => chargeId),
      movements.map(({ kind }) => kind),
      movements.map(({ refundId }) => refundId),
      movements.map(({ amount }) => amount),
      movements.map(({ occurredAt }) => occurredAt),
      movements.map(({ sequence }) => sequence),
      movements.map(({ payload }) => payload),
    ],
  );
}
