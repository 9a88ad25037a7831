import { presentWallet, type Wallet, type WalletRecord } from '@centavo/contracts';
import { Database, type Sql } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { findWalletsOf, insertWallets, type NewWallet } from './wallets.sql.js';

/** Opens the one wallet of a merchant or submerchant. */
@Injectable()
export class OpenWallet {
  constructor(private readonly database: Database) {}

  /**
   * @returns the owner's wallet: the one that was asked for, or the one it already has
   * @throws Error when another owner has a wallet of this id
   */
  async open(wallet: NewWallet): Promise<Wallet> {
    const [opened] = await this.openAll([wallet]);
    return presentWallet(opened!);
  }

  /**
   * Opens many at once.
   * @param sql the caller's transaction, where there is one
   * @returns the owners' wallets, in order
   * @throws Error when another owner has a wallet of one of these ids
   */
  async openAll(wallets: readonly NewWallet[], sql: Sql = this.database): Promise<WalletRecord[]> {
    await insertWallets(sql, wallets);
    const ownerIds = wallets.map(({ ownerId }) => ownerId);
    const opened = new Map((await findWalletsOf(sql, ownerIds)).map((wallet) => [wallet.owner_id, wallet]));
    return wallets.map(({ id, ownerId }) => {
      const wallet = opened.get(ownerId);
      if (!wallet) throw new Error(`wallet ${id} belongs to another owner than ${ownerId}`);
      return wallet;
    });
  }
}
