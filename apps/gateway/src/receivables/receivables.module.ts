import { Module } from '@nestjs/common';
import { ReceivablesController } from './receivables.controller.js';
import { ReceivableQueries } from './receivables.queries.js';

@Module({ controllers: [ReceivablesController], providers: [ReceivableQueries] })
export class ReceivablesModule {}
