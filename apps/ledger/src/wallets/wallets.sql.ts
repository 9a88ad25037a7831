import type { OwnerType, WalletRecord } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';
import { WALLET_ACCOUNTS } from '../journal/accounts.domain.js';

export interface NewWallet {
  readonly id: string;
  readonly merchantId: string;
  readonly ownerId: string;
  readonly ownerType: OwnerType;
}

/** Inserts a wallet and its accounts, unless its owner has one. */
export async function insertWallet(sql: Sql, wallet: NewWallet): Promise<void> {
  await sql.query(
    `WITH opened AS (
       INSERT INTO wallets (id, merchant_id, owner_id, owner_type)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING
       RETURNING id
     )
     INSERT INTO accounts (wallet_id, kind)
     SELECT opened.id, account.kind FROM opened, unnest($5::text[]) AS account (kind)`,
    [wallet.id, wallet.merchantId, wallet.ownerId, wallet.ownerType, WALLET_ACCOUNTS],
  );
}

export async function findWalletOf(sql: Sql, ownerId: string): Promise<WalletRecord | undefined> {
  const [wallet] = await sql.query<WalletRecord>(`SELECT * FROM published_wallets WHERE owner_id = $1`, [ownerId]);
  return wallet;
}
