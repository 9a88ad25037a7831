import { Module } from '@nestjs/common';
import { ExportReceivables } from './export-receivables.js';
import { ReceivablesController } from './receivables.controller.js';
import { ReceivableQueries } from './receivables.queries.js';
import { SummarizeReceivables } from './summarize-receivables.js';

@Module({
  controllers: [ReceivablesController],
  providers: [ReceivableQueries, ExportReceivables, SummarizeReceivables],
})
export class ReceivablesModule {}
