import type { Sql, Transaction } from '@centavo/persistence';
import type { FollowUp } from './follow-up.domain.js';
import type { FollowUpKind } from './movement-kind.domain.js';

/**
 * The table `charge_movements`, in which earlier versions kept what follows a capture. Nothing is added to it any more, except by an
 * instance of such a version that still runs.
 */

interface WaitingRow {
  readonly event_id: string;
  readonly charge_id: string;
  readonly kind: FollowUpKind;
  /** Of a refund, as the amount; null of the others. */
  readonly refund_id: string | null;
  readonly amount: bigint | null;
  readonly occurred_at: Date;
}

/** What waits of charges, each charge's in the order in which it happened: a lost dispute shares its sequence with the chargeback. */
export async function findWaiting(sql: Sql, chargeIds: readonly string[]): Promise<FollowUp[]> {
  const rows = await sql.query<WaitingRow>(
    `SELECT event_id, charge_id, kind, refund_id, amount, occurred_at FROM charge_movements
     WHERE charge_id = ANY ($1::uuid[]) ORDER BY charge_id, sequence, kind`,
    [chargeIds],
  );
  return rows.map(followUpOf);
}

/** Charges of which something waits, in the order of their ids. @param after the last one that is known */
export async function findChargesThatWait(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.query<{ charge_id: string }>(
    `SELECT DISTINCT charge_id FROM charge_movements WHERE charge_id > $1 ORDER BY charge_id LIMIT $2`,
    [after, limit],
  );
  return rows.map(({ charge_id }) => charge_id);
}

/** Forgets what is posted. */
export async function deleteWaiting(transaction: Transaction, eventIds: readonly string[]): Promise<void> {
  await transaction.query(`DELETE FROM charge_movements WHERE event_id = ANY ($1::uuid[])`, [eventIds]);
}

function followUpOf({ event_id, charge_id, kind, refund_id, amount, occurred_at }: WaitingRow): FollowUp {
  const happening = { eventId: event_id, chargeId: charge_id, occurredAt: occurred_at };
  return kind === 'refund'
    ? { ...happening, kind, refund: { id: refund_id!, amount: amount! } }
    : { ...happening, kind };
}
