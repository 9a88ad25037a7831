import type { Anticipation, CreateAnticipationDto, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class CreateAnticipation {
  constructor(private readonly commands: CommandClient) {}

  /**
   * In line with the merchant's other requests: they may be about the same receivables, and would only wait for each other in the database.
   * @throws DomainError `receivable_ids_required`, `receivable_not_found`, `receivable_not_eligible`, `receivable_already_anticipated`
   */
  execute(caller: MerchantContext, body: CreateAnticipationDto): Promise<SuccessAnswer<Anticipation>> {
    const { merchantId: merchant_id, idempotency } = caller;
    const command = { merchant_id, anticipation_id: newId(), idempotency, body };
    return this.commands.send('anticipations.create', merchant_id, command, caller);
  }
}
