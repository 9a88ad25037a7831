import type { OwnerType, SubmerchantStanding, WalletRecord } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';
import { WALLET_ACCOUNTS } from '../journal/accounts.domain.js';

export interface NewWallet {
  readonly id: string;
  readonly merchantId: string;
  readonly ownerId: string;
  readonly ownerType: OwnerType;
}

/** Inserts wallets and their accounts, but those whose owner has one. */
export async function insertWallets(sql: Sql, wallets: readonly NewWallet[]): Promise<void> {
  // In one order, so that two batches with common owners cannot wait for each other.
  await sql.query(
    `WITH opened AS (
       INSERT INTO wallets (id, merchant_id, owner_id, owner_type)
       SELECT id, merchant_id, owner_id, owner_type
       FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) AS wallet (id, merchant_id, owner_id, owner_type)
       ORDER BY id
       ON CONFLICT DO NOTHING
       RETURNING id
     )
     INSERT INTO accounts (wallet_id, kind)
     SELECT opened.id, account.kind FROM opened, unnest($5::text[]) AS account (kind)`,
    [
      wallets.map(({ id }) => id),
      wallets.map(({ merchantId }) => merchantId),
      wallets.map(({ ownerId }) => ownerId),
      wallets.map(({ ownerType }) => ownerType),
      WALLET_ACCOUNTS,
    ],
  );
}

export const findWalletsOf = (sql: Sql, ownerIds: readonly string[]): Promise<WalletRecord[]> =>
  sql.query<WalletRecord>('SELECT * FROM published_wallets WHERE owner_id = ANY ($1::uuid[])', [ownerIds]);

/** Keeps the statuses of submerchants with their wallets, except where a later one is known. @param standings each submerchant once */
export async function keepOwnerStatuses(sql: Sql, standings: readonly SubmerchantStanding[]): Promise<void> {
  await sql.query(
    `UPDATE wallets w SET owner_status = heard.status, owner_sequence = heard.sequence
     FROM unnest($1::uuid[], $2::text[], $3::int[]) AS heard (owner_id, status, sequence)
     WHERE w.owner_id = heard.owner_id AND w.owner_sequence < heard.sequence`,
    [standings.map(({ id }) => id), standings.map(({ status }) => status), standings.map(({ sequence }) => sequence)],
  );
}
