import { CreateWithdrawalDto, Withdrawal } from '@centavo/contracts';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { CancelWithdrawal } from './cancel-withdrawal.js';
import { CreateWithdrawal } from './create-withdrawal.js';
import { ListWithdrawalsQuery } from './list-withdrawals.query.js';
import { WithdrawalQueries } from './withdrawals.queries.js';

@ApiTags('Withdrawals')
@Controller('v1/withdrawals')
export class WithdrawalsController {
  constructor(
    private readonly createWithdrawal: CreateWithdrawal,
    private readonly cancelWithdrawal: CancelWithdrawal,
    private readonly withdrawals: WithdrawalQueries,
  ) {}

  @Post()
  @Answers('Request a withdrawal', Withdrawal, {
    status: 201,
    errors: [
      'invalid_pix_key',
      'pix_holder_document_required',
      'submerchant_not_approved',
      'withdrawal_method_disabled',
      'amount_below_fee',
      'insufficient_balance',
      'transaction_pin_required',
      'transaction_pin_invalid',
      'transaction_pin_locked',
      'idempotency_key_reused',
    ],
    unknownIds: ['wallet_not_found', 'submerchant_not_found'],
  })
  create(@Caller() caller: MerchantContext, @Body() body: CreateWithdrawalDto) {
    return this.createWithdrawal.execute(caller, body);
  }

  @Get()
  @AnswersPage('List withdrawals', Withdrawal)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListWithdrawalsQuery) {
    return this.withdrawals.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a withdrawal', Withdrawal, { errors: ['withdrawal_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.withdrawals.one(merchantId, id);
  }

  @Post(':id/cancel')
  @Answers('Cancel a withdrawal that the bank has not been handed', Withdrawal, {
    errors: ['withdrawal_not_found', 'withdrawal_not_cancelable'],
  })
  cancel(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.cancelWithdrawal.execute(caller, id);
  }
}
