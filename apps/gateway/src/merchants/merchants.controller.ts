import { CreateMerchantDto, Merchant, UpdateMerchantDto } from '@centavo/contracts';
import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator, OperatorContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { CreateMerchant } from './create-merchant.js';
import { ListMerchantsQuery } from './list-merchants.query.js';
import { MerchantQueries } from './merchants.queries.js';
import { NewMerchant } from './new-merchant.js';
import { UpdateMerchant } from './update-merchant.js';

@ApiTags('Merchants (operators)')
@Controller('admin/v1/merchants')
export class MerchantsController {
  constructor(
    private readonly createMerchant: CreateMerchant,
    private readonly updateMerchant: UpdateMerchant,
    private readonly merchants: MerchantQueries,
  ) {}

  @Post()
  @Answers('Create a merchant with its wallet and first API key', NewMerchant, { status: 201 })
  create(@Operator() operator: OperatorContext, @Body() body: CreateMerchantDto) {
    return this.createMerchant.execute(operator, body);
  }

  @Get()
  @AnswersPage('List merchants', Merchant)
  list(@Query() query: ListMerchantsQuery) {
    return this.merchants.list(query);
  }

  @Get(':id')
  @Answers('Get a merchant', Merchant, { errors: ['merchant_not_found'] })
  one(@Param('id') id: string) {
    return this.merchants.one(id);
  }

  @Patch(':id')
  @Answers("Change a merchant's status, fees or settings", Merchant, {
    errors: ['merchant_not_found', 'withdrawal_method_disabled'],
  })
  update(@Operator() operator: OperatorContext, @Param('id') id: string, @Body() body: UpdateMerchantDto) {
    return this.updateMerchant.execute(operator, id, body);
  }
}
