import { CreateSubmerchantDto, Requirement, Submerchant, UpdateSubmerchantDto } from '@centavo/contracts';
import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersList, AnswersPage } from '../docs/answers.decorator.js';
import { CreateSubmerchant } from './create-submerchant.js';
import { ListSubmerchantsQuery } from './list-submerchants.query.js';
import { RequirementQueries } from './requirements.queries.js';
import { SubmerchantQueries } from './submerchants.queries.js';
import { UpdateSubmerchant } from './update-submerchant.js';

@ApiTags('Submerchants')
@Controller('v1/submerchants')
export class SubmerchantsController {
  constructor(
    private readonly createSubmerchant: CreateSubmerchant,
    private readonly updateSubmerchant: UpdateSubmerchant,
    private readonly submerchants: SubmerchantQueries,
    private readonly requirements: RequirementQueries,
  ) {}

  @Post()
  @Answers('Register a submerchant', Submerchant, { status: 201, errors: ['submerchant_already_exists'] })
  create(@Caller() caller: MerchantContext, @Body() body: CreateSubmerchantDto) {
    return this.createSubmerchant.execute(caller, body);
  }

  @Get()
  @AnswersPage('List submerchants', Submerchant)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListSubmerchantsQuery) {
    return this.submerchants.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a submerchant', Submerchant, { errors: ['submerchant_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.submerchants.one(merchantId, id);
  }

  @Patch(':id')
  @Answers('Change a submerchant', Submerchant, {
    errors: [
      'submerchant_not_found',
      'submerchant_already_exists',
      'submerchant_locked',
      'representatives_only_for_pj',
    ],
  })
  update(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: UpdateSubmerchantDto) {
    return this.updateSubmerchant.execute(caller, id, body);
  }

  @Get(':id/requirements')
  @AnswersList('What a review of a submerchant asks for, and how it stands', Requirement, {
    errors: ['submerchant_not_found'],
  })
  requirementsOf(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.requirements.of(merchantId, id);
  }
}
