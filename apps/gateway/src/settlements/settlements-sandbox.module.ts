import { Module } from '@nestjs/common';
import { RunSettlement } from './run-settlement.js';
import { SettlementsSandboxController } from './settlements-sandbox.controller.js';

@Module({ controllers: [SettlementsSandboxController], providers: [RunSettlement] })
export class SettlementsSandboxModule {}
