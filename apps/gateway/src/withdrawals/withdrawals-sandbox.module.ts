import { Module } from '@nestjs/common';
import { SimulateWithdrawal } from './simulate-withdrawal.js';
import { WithdrawalsSandboxController } from './withdrawals-sandbox.controller.js';

@Module({ controllers: [WithdrawalsSandboxController], providers: [SimulateWithdrawal] })
export class WithdrawalsSandboxModule {}
