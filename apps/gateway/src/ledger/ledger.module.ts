import { Module } from '@nestjs/common';
import { AdjustWallet } from './adjust-wallet.js';
import { LedgerController } from './ledger.controller.js';
import { VerifyLedger } from './verify-ledger.js';

@Module({ controllers: [LedgerController], providers: [VerifyLedger, AdjustWallet] })
export class LedgerModule {}
