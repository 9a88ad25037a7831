import { Module } from '@nestjs/common';
import { PostCaptures } from './receivables/post-captures.js';
import { ReceivablesController } from './receivables/receivables.controller.js';
import { OpenWallet } from './wallets/open-wallet.js';
import { WalletsController } from './wallets/wallets.controller.js';

@Module({
  controllers: [ReceivablesController, WalletsController],
  providers: [PostCaptures, OpenWallet],
})
export class LedgerModule {}
