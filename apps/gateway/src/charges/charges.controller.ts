import { Charge, CreateChargeDto } from '@centavo/contracts';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { ChargeQueries } from './charges.queries.js';
import { CreateCharge } from './create-charge.js';
import { ListChargesQuery } from './list-charges.query.js';

@ApiTags('Charges')
@Controller('v1/charges')
export class ChargesController {
  constructor(
    private readonly createCharge: CreateCharge,
    private readonly charges: ChargeQueries,
  ) {}

  @Post()
  @Answers('Create a charge', Charge, {
    status: 201,
    errors: ['invalid_token', 'amount_below_fee'],
    unknownIds: ['submerchant_not_found'],
  })
  create(@Caller() caller: MerchantContext, @Body() body: CreateChargeDto) {
    return this.createCharge.execute(caller, body);
  }

  @Get()
  @AnswersPage('List charges', Charge)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListChargesQuery) {
    return this.charges.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a charge', Charge, { errors: ['charge_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.charges.one(merchantId, id);
  }
}
