import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { AuditTrail } from './audit-trail.js';

@Module({ controllers: [AuditLogController], providers: [AuditLogQueries, AuditTrail] })
export class AuditModule {}
