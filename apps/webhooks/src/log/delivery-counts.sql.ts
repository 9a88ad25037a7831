import { foldSums, type FoldedSums, type Transaction } from '@centavo/persistence';

/** How many deliveries there are of each day. Their week is a key so that they can be dropped with it. */
const DELIVERY_COUNTS: FoldedSums = {
  changes: 'delivery_count_changes',
  amounts: ['count'],
  sums: [{ table: 'delivery_counts', keys: ['merchant_id', 'endpoint_id', 'event', 'status', 'day', 'week'] }],
};

/**
 * Folds the changes of counts into the counts, unless another instance is at it.
 * @returns how many changes were folded
 */
export const foldDeliveryCounts = (transaction: Transaction): Promise<number> => foldSums(transaction, DELIVERY_COUNTS);
