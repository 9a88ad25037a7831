import type { CreateLegalRepresentativeDto, LegalRepresentative, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class CreateLegalRepresentative {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_not_found`, `representatives_only_for_pj`, `participation_exceeds_100` */
  execute(
    caller: MerchantContext,
    submerchantId: string,
    body: CreateLegalRepresentativeDto,
  ): Promise<SuccessAnswer<LegalRepresentative>> {
    const { merchantId: merchant_id, idempotency } = caller;
    const command = { merchant_id, submerchant_id: submerchantId, representative_id: newId(), idempotency, body };
    return this.commands.send('legal-representatives.create', submerchantId, command, caller);
  }
}
