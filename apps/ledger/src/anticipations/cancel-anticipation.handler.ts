import {
  ANTICIPATION_TRANSITIONS,
  done,
  DomainError,
  presentAnticipation,
  type Answer,
  type Anticipation,
  type CancelAnticipationCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { notPossible } from './anticipation.domain.js';
import { lockAnticipation } from './anticipations.sql.js';
import { EndAnticipation } from './end-anticipation.js';

@Controller()
export class CancelAnticipationHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly end: EndAnticipation,
  ) {}

  @MessagePattern('anticipations.cancel')
  handle(@Payload() command: CancelAnticipationCommand, @Ctx() context: BusContext): Promise<Answer<Anticipation>> {
    const { merchant_id, anticipation_id: id } = command;
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchant_id, oncePerCommand(command, context), async (transaction) => {
        const before = await lockAnticipation(transaction, id, merchant_id);
        if (!before) throw new DomainError('anticipation_not_found');
        const how = { trigger: 'cancel', cause: context.caused } as const;
        const canceled = await this.end.execute(transaction, before, how);
        if (!canceled) throw notPossible('anticipation_not_cancelable', before, ANTICIPATION_TRANSITIONS.cancel);
        return done('Anticipation canceled.', presentAnticipation(canceled));
      }),
    );
  }
}
