import { Receivable } from '@centavo/contracts';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { ListReceivablesQuery } from './list-receivables.query.js';
import { ReceivableQueries } from './receivables.queries.js';

@ApiTags('Receivables')
@Controller('v1/receivables')
export class ReceivablesController {
  constructor(private readonly receivables: ReceivableQueries) {}

  @Get()
  @AnswersPage('List receivables', Receivable)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListReceivablesQuery) {
    return this.receivables.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a receivable', Receivable, { errors: ['receivable_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.receivables.one(merchantId, id);
  }
}
