import { done, type Answer, type AuditOutcome } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { insertAuditAnswer } from './audit.sql.js';

@Controller()
export class RecordAnswerHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('audit-log.answer')
  async handle(@Payload() outcome: AuditOutcome): Promise<Answer<null>> {
    await insertAuditAnswer(this.database, outcome, this.clock.now());
    return done('Answer recorded.', null);
  }
}
