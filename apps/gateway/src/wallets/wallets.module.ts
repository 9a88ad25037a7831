import { Module } from '@nestjs/common';
import { WalletEntriesController } from './wallet-entries.controller.js';
import { WalletEntryQueries } from './wallet-entries.queries.js';
import { WalletsController } from './wallets.controller.js';
import { WalletQueries } from './wallets.queries.js';

@Module({ controllers: [WalletsController, WalletEntriesController], providers: [WalletQueries, WalletEntryQueries] })
export class WalletsModule {}
