import type { Sql, Transaction } from '@centavo/persistence';
import type { Dispute } from './dispute.domain.js';

/** All disputes that charges have had. Whoever writes one has locked the receivables of its charge. */
export const findDisputesOf = (sql: Sql, chargeIds: readonly string[]): Promise<Dispute[]> =>
  sql.query<Dispute>(
    `SELECT id, charge_id, opened_at, outcome, ended_by, ended_at FROM disputes WHERE charge_id = ANY ($1::uuid[])`,
    [chargeIds],
  );

/** Writes disputes as they are now. @param disputes each once; those of one charge in order, as only one of them may be open */
export async function writeDisputes(transaction: Transaction, disputes: readonly Dispute[]): Promise<void> {
  await transaction.query(
    `INSERT INTO disputes (id, charge_id, opened_at, outcome, ended_by, ended_at)
     SELECT id, charge_id, opened_at, outcome, ended_by, ended_at
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::uuid[], $6::timestamptz[]) WITH ORDINALITY
       AS dispute (id, charge_id, opened_at, outcome, ended_by, ended_at, place)
     ORDER BY place
     ON CONFLICT (id) DO UPDATE
     SET outcome = excluded.outcome, ended_by = excluded.ended_by, ended_at = excluded.ended_at`,
    [
      disputes.map(({ id }) => id),
      disputes.map(({ charge_id }) => charge_id),
      disputes.map(({ opened_at }) => opened_at),
      disputes.map(({ outcome }) => outcome),
      disputes.map(({ ended_by }) => ended_by),
      disputes.map(({ ended_at }) => ended_at),
    ],
  );
}
