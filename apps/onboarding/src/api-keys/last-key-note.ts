import type { Transaction } from '@centavo/persistence';
import { hasActiveKey } from './api-keys.sql.js';

const NOTE = 'No active key is left: nobody can call for this merchant any more.';

/** A merchant may give up its last key: it may just have leaked. But it is told so, in the message of the answer. */
export async function withLastKeyNote(transaction: Transaction, merchantId: string, message: string): Promise<string> {
  return (await hasActiveKey(transaction, merchantId)) ? message : `${message} ${NOTE}`;
}
