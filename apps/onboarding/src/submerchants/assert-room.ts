import { DomainError } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';

/** How many of its parts a submerchant may have: many more than any has, and few enough to be read all at once. */
const MOST = { submerchant_documents: 1_000, submerchant_addresses: 100, legal_representatives: 100 } as const;

/**
 * Counts under the lock of the submerchant's row.
 * @param table of the parts, those that no longer count included: they are kept and read as well
 * @throws DomainError `submerchant_limit_reached`
 */
export async function assertRoom(
  transaction: Transaction,
  table: keyof typeof MOST,
  submerchantId: string,
): Promise<void> {
  const most = MOST[table];
  const [row] = await transaction.query<{ count: bigint }>(
    `SELECT count(*) FROM (SELECT FROM ${table} WHERE submerchant_id = $1 LIMIT ${most}) AS parts`,
    [submerchantId],
  );
  if (Number(row!.count) < most) return;
  const message = `A submerchant can have up to ${most} ${table.replaceAll('_', ' ')}.`;
  throw new DomainError('submerchant_limit_reached', { message });
}
