import { ReviewSubmerchantDocumentDto, SubmerchantDocument } from '@centavo/contracts';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator, OperatorContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { ReviewDocument } from './review-document.js';

@ApiTags('Submerchants (operators)')
@Controller('admin/v1/submerchant-documents')
export class DocumentReviewsController {
  constructor(private readonly reviewDocument: ReviewDocument) {}

  @Post(':id/review')
  @Answers('Decide on a document', SubmerchantDocument, {
    errors: ['submerchant_document_not_found', 'review_not_possible'],
  })
  review(@Operator() operator: OperatorContext, @Param('id') id: string, @Body() body: ReviewSubmerchantDocumentDto) {
    return this.reviewDocument.execute(operator, id, body);
  }
}
