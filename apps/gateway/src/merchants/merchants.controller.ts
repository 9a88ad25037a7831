import { CreateMerchantDto, Merchant } from '@centavo/contracts';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator, RequestContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { PageQuery } from '../http/lists/page.query.js';
import { CreateMerchant } from './create-merchant.js';
import { MerchantQueries } from './merchants.queries.js';
import { NewMerchant } from './new-merchant.js';

@ApiTags('Merchants (operators)')
@Controller('admin/v1/merchants')
export class MerchantsController {
  constructor(
    private readonly createMerchant: CreateMerchant,
    private readonly merchants: MerchantQueries,
  ) {}

  @Post()
  @Answers('Create a merchant with its wallet and first API key', NewMerchant, { status: 201 })
  create(@Operator() operator: RequestContext, @Body() body: CreateMerchantDto) {
    return this.createMerchant.execute(operator, body);
  }

  @Get()
  @AnswersPage('List merchants', Merchant)
  list(@Query() query: PageQuery) {
    return this.merchants.list(query);
  }

  @Get(':id')
  @Answers('Get a merchant', Merchant, { errors: ['merchant_not_found'] })
  one(@Param('id') id: string) {
    return this.merchants.one(id);
  }
}
