import { Withdrawal } from '@centavo/contracts';
import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { SimulateWithdrawal } from './simulate-withdrawal.js';

const Simulates = (summary: string): MethodDecorator =>
  Answers(summary, Withdrawal, { errors: ['withdrawal_not_found', 'sandbox_action_not_possible'] });

/** What only a bank can do to a withdrawal, to be had at will. */
@ApiTags('Sandbox')
@Controller('sandbox/v1/withdrawals')
export class WithdrawalsSandboxController {
  constructor(private readonly simulate: SimulateWithdrawal) {}

  @Post(':id/complete')
  @Simulates('Let the bank pay a pending withdrawal')
  complete(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.simulate.execute(caller, id, 'complete');
  }

  @Post(':id/fail')
  @Simulates('Let the bank refuse a pending withdrawal')
  fail(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.simulate.execute(caller, id, 'fail');
  }
}
