import type { LegalRepresentative, SuccessAnswer, UpdateLegalRepresentativeDto } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class UpdateLegalRepresentative {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_not_found`, `legal_representative_not_found`, `participation_exceeds_100` */
  execute(
    caller: MerchantContext,
    ids: { readonly submerchant_id: string; readonly representative_id: string },
    body: UpdateLegalRepresentativeDto,
  ): Promise<SuccessAnswer<LegalRepresentative>> {
    const { merchantId: merchant_id, idempotency } = caller;
    const command = { merchant_id, ...ids, idempotency, body };
    return this.commands.send('legal-representatives.update', ids.submerchant_id, command, caller);
  }
}
