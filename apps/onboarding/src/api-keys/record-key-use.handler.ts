import { done, type Answer, type RecordKeyUseCommand } from '@centavo/contracts';
import { RetriableError } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { recordKeyUses } from './api-keys.sql.js';

/** What gateways saw of keys being used. Several see the same key, and their news may overtake each other: the latest use stays. */
@Controller()
export class RecordKeyUseHandler {
  constructor(private readonly database: Database) {}

  @MessagePattern('api-keys.record-use')
  async handle(@Payload() { uses }: RecordKeyUseCommand): Promise<Answer<null>> {
    const isComplete = await recordKeyUses(this.database, uses);
    if (!isComplete) throw new RetriableError('Some of the keys are just being changed.');
    return done('Uses recorded.', null);
  }
}
