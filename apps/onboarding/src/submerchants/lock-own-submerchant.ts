import { DomainError } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import { lockSubmerchant, type SubmerchantState } from './submerchants.sql.js';

/**
 * The submerchant that a merchant's command is about, locked until the end of the transaction.
 * @throws DomainError `submerchant_not_found`, also when it is another merchant's
 */
export async function lockOwnSubmerchant(
  transaction: Transaction,
  { submerchant_id, merchant_id }: { readonly submerchant_id: string; readonly merchant_id: string },
): Promise<SubmerchantState> {
  const submerchant = await lockSubmerchant(transaction, submerchant_id, merchant_id);
  if (!submerchant) throw new DomainError('submerchant_not_found');
  return submerchant;
}
