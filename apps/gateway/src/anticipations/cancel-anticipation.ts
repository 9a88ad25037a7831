import type { Anticipation, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class CancelAnticipation {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `anticipation_not_found`, `anticipation_not_cancelable` */
  execute(caller: MerchantContext, id: string): Promise<SuccessAnswer<Anticipation>> {
    const { merchantId: merchant_id, idempotency } = caller;
    const command = { merchant_id, anticipation_id: id, idempotency, body: null };
    return this.commands.send('anticipations.cancel', id, command, caller);
  }
}
