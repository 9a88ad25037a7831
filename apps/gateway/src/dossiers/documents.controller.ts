import { CreateSubmerchantDocumentDto, SubmerchantDocument } from '@centavo/contracts';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersList } from '../docs/answers.decorator.js';
import { CreateDocument } from './create-document.js';
import { DossierQueries } from './dossier.queries.js';

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id/documents')
export class DocumentsController {
  constructor(
    private readonly createDocument: CreateDocument,
    private readonly dossiers: DossierQueries,
  ) {}

  @Post()
  @Answers('Add a document', SubmerchantDocument, {
    status: 201,
    errors: [
      'submerchant_limit_reached',
      'submerchant_not_found',
      'document_type_not_allowed',
      'legal_representative_required',
      'legal_representative_forbidden',
      'file_type_not_allowed',
      'file_too_large',
      'url_not_allowed',
    ],
    unknownIds: ['legal_representative_not_found'],
  })
  create(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: CreateSubmerchantDocumentDto) {
    return this.createDocument.execute(caller, id, body);
  }

  @Get()
  @AnswersList('List all documents, replaced ones too', SubmerchantDocument, { errors: ['submerchant_not_found'] })
  list(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.dossiers.documents(merchantId, id);
  }
}
