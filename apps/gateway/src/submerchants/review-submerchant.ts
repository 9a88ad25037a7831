import type { ReviewedSubmerchant, ReviewSubmerchantDto, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { OperatorContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class ReviewSubmerchant {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_not_found`, `review_not_possible` */
  execute(
    operator: OperatorContext,
    id: string,
    body: ReviewSubmerchantDto,
  ): Promise<SuccessAnswer<ReviewedSubmerchant>> {
    return this.commands.send('submerchants.review', id, { ...operator.fields, submerchant_id: id, body }, operator);
  }
}
