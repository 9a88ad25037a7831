import { Receivable, ReceivablesSummary } from '@centavo/contracts';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPageOrCsv } from '../docs/answers.decorator.js';
import { PrefersCsv } from '../http/csv/prefers-csv.js';
import { ExportReceivables } from './export-receivables.js';
import { ListReceivablesQuery } from './list-receivables.query.js';
import { ReceivableQueries } from './receivables.queries.js';
import { SummarizeReceivables } from './summarize-receivables.js';
import { SummarizeReceivablesQuery } from './summarize-receivables.query.js';

@ApiTags('Receivables')
@Controller('v1/receivables')
export class ReceivablesController {
  constructor(
    private readonly receivables: ReceivableQueries,
    private readonly exportReceivables: ExportReceivables,
    private readonly summarizeReceivables: SummarizeReceivables,
  ) {}

  @Get()
  @AnswersPageOrCsv('List receivables', Receivable)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListReceivablesQuery, @PrefersCsv() isCsv: boolean) {
    return isCsv ? this.exportReceivables.execute(merchantId, query) : this.receivables.list(merchantId, query);
  }

  @Get('summary')
  @Answers('Sum up receivables', ReceivablesSummary, { errors: ['period_conflict'] })
  summary(@Caller() { merchantId }: MerchantContext, @Query() query: SummarizeReceivablesQuery) {
    return this.summarizeReceivables.execute(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a receivable', Receivable, { errors: ['receivable_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.receivables.one(merchantId, id);
  }
}
