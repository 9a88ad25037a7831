import { done, type Answer, type AuditCall } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { insertAuditCall } from './audit.sql.js';

/** The answer is the gateway's leave to carry the call out: by then it is on disk. */
@Controller()
export class RecordCallHandler {
  constructor(private readonly database: Database) {}

  @MessagePattern('audit-log.record')
  async handle(@Payload() call: AuditCall): Promise<Answer<null>> {
    await insertAuditCall(this.database, call);
    return done('Call recorded.', null);
  }
}
