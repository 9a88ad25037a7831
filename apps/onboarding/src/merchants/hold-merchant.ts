import { DomainError } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import { shareMerchant } from './merchants.sql.js';

/**
 * Keeps a merchant as it is until the end of the transaction: what every change of its API keys begins with. A change of the merchant
 * touches all its keys, to tell the gateways. One that began while a key is being made would not see that key, and it would stay
 * in force; one that began while a key is being changed would wait for it, and it for the number that the other has taken.
 * @throws DomainError `merchant_not_found`
 */
export async function holdMerchant(transaction: Transaction, merchantId: string): Promise<void> {
  if (!(await shareMerchant(transaction, merchantId))) throw new DomainError('merchant_not_found');
}
