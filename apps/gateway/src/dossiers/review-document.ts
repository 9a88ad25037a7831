import type { ReviewSubmerchantDocumentDto, SubmerchantDocument, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { OperatorContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class ReviewDocument {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_document_not_found`, `review_not_possible` */
  execute(
    operator: OperatorContext,
    documentId: string,
    body: ReviewSubmerchantDocumentDto,
  ): Promise<SuccessAnswer<SubmerchantDocument>> {
    const command = { ...operator.fields, document_id: documentId, body };
    return this.commands.send('submerchant-documents.review', documentId, command, operator);
  }
}
