import type { FeeTable, MerchantStatus, OwnerType, SubmerchantStatus, WithdrawalMethod } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';
import { DEFAULT_TERMS } from '../../merchants/merchant-terms.js';

/** Whose withdrawal from which wallet is asked for. */
export interface AskedWallet {
  readonly merchantId: string;
  readonly walletId: string;
  readonly submerchantId: string | null;
}

/** What is known of the wallet, the merchant and its PIN. */
export interface WithdrawalFacts {
  /** Undefined: the merchant has no such wallet. */
  readonly wallet:
    | {
        readonly id: string;
        readonly ownerId: string;
        readonly ownerType: OwnerType;
        /** Of a submerchant of which something was heard. */
        readonly ownerStatus: SubmerchantStatus | null;
      }
    | undefined;
  /** Whether the submerchant that was named, if any, has a wallet. */
  readonly knowsSubmerchant: boolean;
  /** What was last heard of the merchant; requests that were on their way when it was suspended come here. */
  readonly isSuspended: boolean;
  readonly methods: readonly WithdrawalMethod[];
  readonly fees: FeeTable['withdrawal'];
  /** Undefined: the merchant has no PIN. */
  readonly pin: { readonly id: string; readonly isLocked: boolean } | undefined;
}

interface Row {
  readonly id: string | null;
  readonly owner_id: string;
  readonly owner_type: OwnerType;
  readonly owner_status: SubmerchantStatus | null;
  readonly knows_submerchant: boolean;
  readonly merchant_status: MerchantStatus | null;
  readonly withdrawal_methods: readonly WithdrawalMethod[] | null;
  readonly withdrawal_fees: FeeTable['withdrawal'] | null;
  readonly pin_id: string | null;
  readonly is_pin_locked: boolean | null;
}

/** The facts about each, in order, in one statement. */
export async function factsAbout(sql: Sql, asked: readonly AskedWallet[]): Promise<WithdrawalFacts[]> {
  const rows = await sql.query<Row>(
    `SELECT w.id, w.owner_id, w.owner_type, w.owner_status, t.status AS merchant_status, t.withdrawal_methods, t.withdrawal_fees,
            p.id AS pin_id,
            p.locked_until > now() AS is_pin_locked,
            asked.submerchant_id IS NULL OR EXISTS (
              SELECT FROM wallets s WHERE s.owner_id = asked.submerchant_id AND s.merchant_id = asked.merchant_id AND s.owner_type = 'submerchant'
            ) AS knows_submerchant
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS asked (merchant_id, wallet_id, submerchant_id, place)
     LEFT JOIN wallets w ON w.id = asked.wallet_id AND w.merchant_id = asked.merchant_id
     LEFT JOIN merchant_terms t ON t.merchant_id = asked.merchant_id
     LEFT JOIN transaction_pins p ON p.merchant_id = asked.merchant_id
     ORDER BY asked.place`,
    [
      asked.map(({ merchantId }) => merchantId),
      asked.map(({ walletId }) => walletId),
      asked.map(({ submerchantId }) => submerchantId),
    ],
  );
  return rows.map(toFacts);
}

const toFacts = (row: Row): WithdrawalFacts => ({
  wallet: row.id
    ? { id: row.id, ownerId: row.owner_id, ownerType: row.owner_type, ownerStatus: row.owner_status }
    : undefined,
  knowsSubmerchant: row.knows_submerchant,
  isSuspended: row.merchant_status === 'suspended',
  methods: row.withdrawal_methods ?? DEFAULT_TERMS.withdrawalMethods,
  fees: row.withdrawal_fees ?? DEFAULT_TERMS.withdrawalFees,
  pin: row.pin_id ? { id: row.pin_id, isLocked: row.is_pin_locked === true } : undefined,
});
