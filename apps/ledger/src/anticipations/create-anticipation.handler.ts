import {
  created,
  presentAnticipation,
  type Answer,
  type Anticipation,
  type CreateAnticipationCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { wishOf } from './choose-advances.js';
import { RequestAnticipation } from './request-anticipation.js';

@Controller()
export class CreateAnticipationHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly request: RequestAnticipation,
  ) {}

  @MessagePattern('anticipations.create')
  handle(@Payload() command: CreateAnticipationCommand, @Ctx() context: BusContext): Promise<Answer<Anticipation>> {
    const { merchant_id, anticipation_id: id, body } = command;
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchant_id, oncePerCommand(command, context), async (transaction) => {
        const anticipation = await this.request.execute(transaction, {
          id,
          wish: wishOf(merchant_id, body.anticipation_type, body.receivable_ids),
          metadata: body.metadata ?? null,
          cause: context.caused,
        });
        return created(`Anticipation ${anticipation.status}.`, presentAnticipation(anticipation));
      }),
    );
  }
}
