import { presentWallet, type Wallet } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { findWalletOf, insertWallet, type NewWallet } from './wallets.sql.js';

/** Opens the one wallet of a merchant or submerchant. */
@Injectable()
export class OpenWallet {
  constructor(private readonly database: Database) {}

  /**
   * @returns the owner's wallet: the one that was asked for, or the one it already has
   * @throws Error when another owner has a wallet of this id
   */
  async open(wallet: NewWallet): Promise<Wallet> {
    await insertWallet(this.database, wallet);
    const opened = await findWalletOf(this.database, wallet.ownerId);
    if (!opened) throw new Error(`wallet ${wallet.id} belongs to another owner than ${wallet.ownerId}`);
    return presentWallet(opened);
  }
}
