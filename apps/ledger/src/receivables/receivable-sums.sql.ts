import { foldSums, type FoldedSums, type Sql, type Transaction } from '@centavo/persistence';
import type { SumChange } from './receivable-sums.domain.js';

const KEYS = ['owner_id', 'merchant_id', 'payment_method', 'status'];

/** What receivables add up to: of all time, and by the day of their settlement. */
const RECEIVABLE_SUMS: FoldedSums = {
  changes: 'receivable_sum_changes',
  amounts: ['count', 'gross_amount', 'fee_amount', 'net_amount'],
  sums: [
    { table: 'receivable_sums', keys: KEYS },
    { table: 'receivable_day_sums', keys: [...KEYS, 'settlement_date'] },
  ],
};

/** Adds changes of the sums, of which readers know at once. */
export async function addSumChanges(sql: Sql, changes: readonly SumChange[]): Promise<void> {
  await sql.query(
    `INSERT INTO receivable_sum_changes
       (owner_id, merchant_id, payment_method, status, settlement_date, count, gross_amount, fee_amount, net_amount)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[], $7::bigint[],
                          $8::bigint[], $9::bigint[])`,
    [
      changes.map(({ owner_id }) => owner_id),
      changes.map(({ merchant_id }) => merchant_id),
      changes.map(({ payment_method }) => payment_method),
      changes.map(({ status }) => status),
      changes.map(({ settlement_date }) => settlement_date),
      changes.map(({ count }) => count),
      changes.map(({ gross_amount }) => gross_amount),
      changes.map(({ fee_amount }) => fee_amount),
      changes.map(({ net_amount }) => net_amount),
    ],
  );
}

/**
 * Folds the changes into the sums, unless another instance is at it.
 * @returns how many changes were folded
 */
export const foldReceivableSums = (transaction: Transaction): Promise<number> => foldSums(transaction, RECEIVABLE_SUMS);
