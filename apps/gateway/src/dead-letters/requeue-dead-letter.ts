import { requeueDeadLetterCommand, type DeadLetter, type SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { DeadLetterQueries } from './dead-letters.queries.js';

@Injectable()
export class RequeueDeadLetter {
  constructor(
    private readonly commands: CommandClient,
    private readonly deadLetters: DeadLetterQueries,
  ) {}

  /** @throws DomainError `dead_letter_not_found` also when it was requeued before */
  async execute(operator: RequestContext, id: string): Promise<SuccessAnswer<DeadLetter>> {
    const service = await this.deadLetters.serviceOf(id);
    return this.commands.send(requeueDeadLetterCommand(service), id, { dead_letter_id: id }, operator);
  }
}
