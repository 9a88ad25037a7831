import { Module } from '@nestjs/common';
import { WalletsController } from './wallets.controller.js';
import { WalletQueries } from './wallets.queries.js';

@Module({ controllers: [WalletsController], providers: [WalletQueries] })
export class WalletsModule {}
