import { AuditLogEntry } from '@centavo/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersPage } from '../docs/answers.decorator.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { ListAuditLogQuery } from './list-audit-log.query.js';

@ApiTags('Audit log (operators)')
@Controller('admin/v1/audit-log')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogQueries) {}

  @Get()
  @AnswersPage('List the calls of operators with what they did', AuditLogEntry)
  list(@Query() query: ListAuditLogQuery) {
    return this.auditLog.list(query);
  }
}
