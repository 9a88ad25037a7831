import type { AnticipationSimulation, CreateAnticipationDto, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class SimulateAnticipation {
  constructor(private readonly commands: CommandClient) {}

  /**
   * In line with no other command: it changes nothing.
   * @throws DomainError `receivable_ids_required`, `receivable_not_found`, `receivable_not_eligible`, `receivable_already_anticipated`
   */
  execute(caller: MerchantContext, body: CreateAnticipationDto): Promise<SuccessAnswer<AnticipationSimulation>> {
    const { merchantId: merchant_id, idempotency } = caller;
    return this.commands.send('anticipations.simulate', newId(), { merchant_id, idempotency, body }, caller);
  }
}
