import type { CreateSubmerchantDocumentDto, SubmerchantDocument, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class CreateDocument {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_not_found`; the code of the broken rule, `validation_error` when several are broken */
  execute(
    caller: MerchantContext,
    submerchantId: string,
    body: CreateSubmerchantDocumentDto,
  ): Promise<SuccessAnswer<SubmerchantDocument>> {
    const { merchantId: merchant_id, idempotency } = caller;
    const command = { merchant_id, submerchant_id: submerchantId, document_id: newId(), idempotency, body };
    return this.commands.send('submerchant-documents.create', submerchantId, command, caller);
  }
}
