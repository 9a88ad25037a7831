import {
  done,
  presentDeadLetter,
  requeueDeadLetterCommand,
  type Answer,
  type DeadLetter,
  type RequeueDeadLetterCommand,
  type ServiceName,
} from '@centavo/contracts';
import { BusContext, DatabaseDeadLetters, Idempotency, oncePerCommand, OPERATORS } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Controller, type Type } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';

/** The controller that every service has for its own dead letters; its pattern carries the service's name. */
export function deadLettersController(service: ServiceName): Type {
  @Controller()
  class DeadLettersController {
    constructor(
      private readonly database: Database,
      private readonly idempotency: Idempotency,
      private readonly deadLetters: DatabaseDeadLetters,
    ) {}

    @MessagePattern(requeueDeadLetterCommand(service))
    requeue(@Payload() command: RequeueDeadLetterCommand, @Ctx() context: BusContext): Promise<Answer<DeadLetter>> {
      const request = oncePerCommand(command, context);
      return this.database.transaction((outer) =>
        this.idempotency.once(outer, OPERATORS, request, async (transaction) => {
          const letter = await this.deadLetters.requeue(transaction, command.dead_letter_id);
          return done('Dead letter requeued.', presentDeadLetter(letter));
        }),
      );
    }
  }
  return DeadLettersController;
}
