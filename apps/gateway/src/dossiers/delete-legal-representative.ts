import type { SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class DeleteLegalRepresentative {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_not_found`, `legal_representative_not_found` */
  execute(
    caller: MerchantContext,
    ids: { readonly submerchant_id: string; readonly representative_id: string },
  ): Promise<SuccessAnswer<{ id: string; deleted: true }>> {
    const { merchantId: merchant_id, idempotency } = caller;
    const command = { merchant_id, ...ids, idempotency, body: null };
    return this.commands.send('legal-representatives.delete', ids.submerchant_id, command, caller);
  }
}
