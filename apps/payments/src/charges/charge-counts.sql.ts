import { foldSums, type FoldedSums, type Transaction } from '@centavo/persistence';

const KEYS = ['owner_id', 'merchant_id', 'payment_method', 'status'];

/** How many charges there are: of all time, and of each day. */
const CHARGE_COUNTS: FoldedSums = {
  changes: 'charge_count_changes',
  amounts: ['count'],
  sums: [
    { table: 'charge_counts', keys: KEYS },
    { table: 'charge_day_counts', keys: [...KEYS, 'day'] },
  ],
};

/**
 * Folds the changes of counts into the counts, unless another instance is at it.
 * @returns how many changes were folded
 */
export const foldChargeCounts = (transaction: Transaction): Promise<number> => foldSums(transaction, CHARGE_COUNTS);
