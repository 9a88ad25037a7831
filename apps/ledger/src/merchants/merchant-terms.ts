import {
  DEFAULT_ANTICIPATION,
  DEFAULT_FEES,
  DEFAULT_WITHDRAWAL_METHODS,
  type AnticipationSettings,
  type EventPayload,
  type FeeTable,
  type Merchant,
  type WithdrawalMethod,
} from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';

/** What the ledger has to know of a merchant. */
export interface MerchantTerms {
  readonly withdrawalMethods: readonly WithdrawalMethod[];
  /** Centavos of each withdrawal. */
  readonly withdrawalFees: FeeTable['withdrawal'];
  readonly anticipation: AnticipationSettings;
}

/** What holds before the first event. */
export const DEFAULT_TERMS: MerchantTerms = {
  withdrawalMethods: DEFAULT_WITHDRAWAL_METHODS,
  withdrawalFees: DEFAULT_FEES.withdrawal,
  anticipation: DEFAULT_ANTICIPATION,
};

/** Keeps what an event of a merchant says, except where a later one is known. */
export async function keepMerchantTerms(sql: Sql, { data, sequence }: EventPayload<Merchant>): Promise<void> {
  await sql.query(
    `INSERT INTO merchant_terms AS known (merchant_id, sequence, status, withdrawal_methods, withdrawal_fees, anticipation)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb)
     ON CONFLICT (merchant_id) DO UPDATE
     SET sequence = excluded.sequence, status = excluded.status,
         withdrawal_methods = excluded.withdrawal_methods, withdrawal_fees = excluded.withdrawal_fees,
         anticipation = excluded.anticipation
     WHERE known.sequence < excluded.sequence`,
    [
      data.id,
      sequence,
      data.status,
      data.withdrawal_methods,
      JSON.stringify(data.fees.withdrawal),
      JSON.stringify(data.anticipation),
    ],
  );
}

/** The terms of a merchant: what its events last said, the platform's defaults before the first. */
export async function merchantTermsOf(sql: Sql, merchantId: string): Promise<MerchantTerms> {
  const [known] = await sql.query<MerchantTerms>(
    `SELECT withdrawal_methods AS "withdrawalMethods", withdrawal_fees AS "withdrawalFees", anticipation
     FROM merchant_terms WHERE merchant_id = $1`,
    [merchantId],
  );
  return known ?? DEFAULT_TERMS;
}
