import { Module } from '@nestjs/common';
import { CancelWithdrawal } from './cancel-withdrawal.js';
import { CreateWithdrawal } from './create-withdrawal.js';
import { WithdrawalsController } from './withdrawals.controller.js';
import { WithdrawalQueries } from './withdrawals.queries.js';

@Module({
  controllers: [WithdrawalsController],
  providers: [CreateWithdrawal, CancelWithdrawal, WithdrawalQueries],
})
export class WithdrawalsModule {}
