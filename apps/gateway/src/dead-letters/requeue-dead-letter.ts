import { requeueDeadLetterCommand, type DeadLetter, type SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { DeadLetterQueries } from './dead-letters.queries.js';

/** A letter of no service is unknown to every service: any can say so, and keep what it said for the request's key. */
const WHOEVER = 'onboarding';

@Injectable()
export class RequeueDeadLetter {
  constructor(
    private readonly commands: CommandClient,
    private readonly deadLetters: DeadLetterQueries,
  ) {}

  /**
   * In line with no other command: while a letter is being requeued, a repetition is told so and does not wait.
   * @throws DomainError `dead_letter_not_found` also when it was requeued before
   */
  async execute(operator: RequestContext, id: string): Promise<SuccessAnswer<DeadLetter>> {
    const service = await this.deadLetters.serviceOf(id);
    const command = { dead_letter_id: id, idempotency: operator.idempotency };
    return this.commands.send(requeueDeadLetterCommand(service ?? WHOEVER), newId(), command, operator);
  }
}
