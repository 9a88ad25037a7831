import type { EntryDirection, WalletEntryRecord } from '@centavo/contracts';
import type { Centavos } from '@centavo/money';
import type { Sql, Transaction } from '@centavo/persistence';

/** A correction of a wallet's available balance by hand. */
export interface Adjustment {
  readonly id: string;
  readonly walletId: string;
  readonly direction: EntryDirection;
  /** Above zero. */
  readonly amount: Centavos;
  readonly description: string;
  /** Who, as the audit log names it. */
  readonly operator: string;
  /** Where the audit log has it. */
  readonly auditCallId: string;
}

export async function insertAdjustment(transaction: Transaction, adjustment: Adjustment): Promise<void> {
  const { id, walletId, direction, amount, description, operator, auditCallId } = adjustment;
  await transaction.query(
    `INSERT INTO adjustments (id, wallet_id, direction, amount, description, operator, audit_call_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, walletId, direction, amount, description, operator, auditCallId],
  );
}

/** Whose wallet it is, undefined when there is none. */
export async function ownerOfWallet(sql: Sql, walletId: string): Promise<string | undefined> {
  const [wallet] = await sql.query<{ owner_id: string }>('SELECT owner_id FROM wallets WHERE id = $1', [walletId]);
  return wallet?.owner_id;
}

/** What a journal transaction wrote on a statement. */
export async function entryOf(sql: Sql, transactionId: string): Promise<WalletEntryRecord> {
  const [entry] = await sql.query<WalletEntryRecord>(
    `SELECT e.wallet_entry_id AS id, a.wallet_id, e.amount, e.balance_after, e.reference_type, e.reference_id, e.description,
            e.recorded_at AS created_at
     FROM entries e JOIN accounts a ON a.id = e.account_id
     WHERE e.transaction_id = $1 AND e.wallet_entry_id IS NOT NULL`,
    [transactionId],
  );
  if (!entry) throw new Error(`transaction ${transactionId} wrote nothing on a statement`);
  return entry;
}
