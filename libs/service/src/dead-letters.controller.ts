import {
  done,
  presentDeadLetter,
  requeueDeadLetterCommand,
  type DeadLetter,
  type RequeueDeadLetterCommand,
  type ServiceName,
  type SuccessAnswer,
} from '@centavo/contracts';
import { DatabaseDeadLetters } from '@centavo/messaging';
import { Controller, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** The controller that every service has for its own dead letters; its pattern carries the service's name. */
export function deadLettersController(service: ServiceName): Type {
  @Controller()
  class DeadLettersController {
    constructor(private readonly deadLetters: DatabaseDeadLetters) {}

    @MessagePattern(requeueDeadLetterCommand(service))
    async requeue({ dead_letter_id: id }: RequeueDeadLetterCommand): Promise<SuccessAnswer<DeadLetter>> {
      return done('Dead letter requeued.', presentDeadLetter(await this.deadLetters.requeue(id)));
    }
  }
  return DeadLettersController;
}
