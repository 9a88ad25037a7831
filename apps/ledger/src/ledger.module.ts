import { Module } from '@nestjs/common';
import { Books } from './books/books.js';
import { MerchantsController } from './merchants/merchants.controller.js';
import { KeepMovements } from './movements/keep-movements.js';
import { MovementsController } from './movements/movements.controller.js';
import { TakeMovements } from './movements/take-movements.js';
import { PostCaptures } from './receivables/post-captures.js';
import { FollowSubmerchants } from './wallets/follow-submerchants.js';
import { OpenWallet } from './wallets/open-wallet.js';
import { WalletsController } from './wallets/wallets.controller.js';

@Module({
  controllers: [MovementsController, WalletsController, MerchantsController],
  providers: [Books, TakeMovements, PostCaptures, KeepMovements, OpenWallet, FollowSubmerchants],
})
export class LedgerModule {}
