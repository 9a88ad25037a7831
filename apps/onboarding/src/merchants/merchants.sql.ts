import type { MerchantRecord } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';

/** A merchant as onboarding works with it. `outbox_id` names the outbox row that carries its last event. */
export interface MerchantState extends MerchantRecord {
  readonly sequence: number;
  readonly outbox_id: string;
}

export async function insertMerchant(transaction: Transaction, merchant: MerchantState): Promise<void> {
  await transaction.query(
    `INSERT INTO merchants (id, name, legal_name, tax_id, email, status, wallet_id, fees, sequence, outbox_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      merchant.id,
      merchant.name,
      merchant.legal_name,
      merchant.tax_id,
      merchant.email,
      merchant.status,
      merchant.wallet_id,
      JSON.stringify(merchant.fees),
      merchant.sequence,
      merchant.outbox_id,
      merchant.created_at,
      merchant.updated_at,
    ],
  );
}
