import { latestStandings, type SubmerchantStanding } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { OpenWallet } from './open-wallet.js';
import { keepOwnerStatuses } from './wallets.sql.js';

/** Opens the wallets of new submerchants, and keeps with each wallet how its owner stands: only who is approved may withdraw. */
@Injectable()
export class FollowSubmerchants {
  constructor(
    private readonly database: Database,
    private readonly wallets: OpenWallet,
  ) {}

  /** Of one submerchant the latest counts, in whatever order and however often it comes. */
  async follow(heard: readonly SubmerchantStanding[]): Promise<void> {
    const standings = latestStandings(heard);
    await this.database.transaction(async (transaction) => {
      await this.wallets.openAll(standings.map(walletOf), transaction);
      await keepOwnerStatuses(transaction, standings);
    });
  }
}

const walletOf = ({ id, merchant_id, wallet_id }: SubmerchantStanding) => ({
  id: wallet_id,
  merchantId: merchant_id,
  ownerId: id,
  ownerType: 'submerchant' as const,
});
