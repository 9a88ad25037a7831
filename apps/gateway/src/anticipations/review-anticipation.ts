import type { Anticipation, ReviewAnticipationDto, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { OperatorContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class ReviewAnticipation {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `anticipation_not_found`, `review_not_possible` */
  execute(operator: OperatorContext, id: string, body: ReviewAnticipationDto): Promise<SuccessAnswer<Anticipation>> {
    return this.commands.send('anticipations.review', id, { ...operator.fields, anticipation_id: id, body }, operator);
  }
}
