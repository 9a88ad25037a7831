import type { MerchantRecord } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';

/** A merchant as onboarding works with it. `outbox_id` names the outbox row that carries its last event. */
export interface MerchantState extends MerchantRecord {
  readonly sequence: number;
  readonly outbox_id: string;
}

export async function insertMerchant(transaction: Transaction, merchant: MerchantState): Promise<void> {
  await transaction.query(
    `INSERT INTO merchants (id, name, legal_name, tax_id, email, status, wallet_id, fees, anticipation, withdrawal_methods,
       sequence, outbox_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      merchant.id,
      merchant.name,
      merchant.legal_name,
      merchant.tax_id,
      merchant.email,
      merchant.status,
      merchant.wallet_id,
      JSON.stringify(merchant.fees),
      JSON.stringify(merchant.anticipation),
      merchant.withdrawal_methods,
      merchant.sequence,
      merchant.outbox_id,
      merchant.created_at,
      merchant.updated_at,
    ],
  );
}

/** Locks a merchant until the transaction ends. What only refers to it, like a new submerchant, need not wait. */
export async function lockMerchant(transaction: Transaction, id: string): Promise<MerchantState | undefined> {
  const [merchant] = await transaction.query<MerchantState>(
    `SELECT id, name, legal_name, tax_id, email, status, wallet_id, fees, anticipation, withdrawal_methods, sequence, outbox_id,
       created_at, updated_at
     FROM merchants WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  return merchant;
}

/**
 * Locks a merchant against changes until the transaction ends, together with others who want the same; {@link lockMerchant} waits for them.
 * @returns whether there is such a merchant
 */
export async function shareMerchant(transaction: Transaction, id: string): Promise<boolean> {
  const found = await transaction.query(`SELECT FROM merchants WHERE id = $1 FOR SHARE`, [id]);
  return found.length > 0;
}

/** Writes what operators decide about a merchant. */
export async function updateMerchant(transaction: Transaction, merchant: MerchantState): Promise<void> {
  await transaction.query(
    `UPDATE merchants SET status = $2, fees = $3, anticipation = $4, withdrawal_methods = $5, sequence = $6, outbox_id = $7, updated_at = $8
     WHERE id = $1`,
    [
      merchant.id,
      merchant.status,
      JSON.stringify(merchant.fees),
      JSON.stringify(merchant.anticipation),
      merchant.withdrawal_methods,
      merchant.sequence,
      merchant.outbox_id,
      merchant.updated_at,
    ],
  );
}
