import { CreateLegalRepresentativeDto, LegalRepresentative, UpdateLegalRepresentativeDto } from '@centavo/contracts';
import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersList } from '../docs/answers.decorator.js';
import { Deleted } from '../http/deleted.js';
import { CreateLegalRepresentative } from './create-legal-representative.js';
import { DeleteLegalRepresentative } from './delete-legal-representative.js';
import { DossierQueries } from './dossier.queries.js';
import { UpdateLegalRepresentative } from './update-legal-representative.js';

@ApiTags('Submerchants')
@Controller('v1/submerchants/:id/legal-representatives')
export class LegalRepresentativesController {
  constructor(
    private readonly createRepresentative: CreateLegalRepresentative,
    private readonly updateRepresentative: UpdateLegalRepresentative,
    private readonly deleteRepresentative: DeleteLegalRepresentative,
    private readonly dossiers: DossierQueries,
  ) {}

  @Post()
  @Answers('Add a legal representative', LegalRepresentative, {
    status: 201,
    errors: [
      'submerchant_not_found',
      'submerchant_limit_reached',
      'representatives_only_for_pj',
      'participation_exceeds_100',
    ],
  })
  create(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: CreateLegalRepresentativeDto) {
    return this.createRepresentative.execute(caller, id, body);
  }

  @Get()
  @AnswersList('List all legal representatives', LegalRepresentative, { errors: ['submerchant_not_found'] })
  list(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.dossiers.representatives(merchantId, id);
  }

  @Patch(':representative_id')
  @Answers('Change a legal representative', LegalRepresentative, {
    errors: ['submerchant_not_found', 'legal_representative_not_found', 'participation_exceeds_100'],
  })
  update(
    @Caller() caller: MerchantContext,
    @Param('id') submerchant_id: string,
    @Param('representative_id') representative_id: string,
    @Body() body: UpdateLegalRepresentativeDto,
  ) {
    return this.updateRepresentative.execute(caller, { submerchant_id, representative_id }, body);
  }

  @Delete(':representative_id')
  @Answers('Delete a legal representative; its documents are replaced by nothing', Deleted, {
    errors: ['submerchant_not_found', 'legal_representative_not_found'],
  })
  delete(
    @Caller() caller: MerchantContext,
    @Param('id') submerchant_id: string,
    @Param('representative_id') representative_id: string,
  ) {
    return this.deleteRepresentative.execute(caller, { submerchant_id, representative_id });
  }
}
