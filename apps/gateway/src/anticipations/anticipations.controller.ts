import {
  Anticipation,
  AnticipationSimulation,
  AnticipationWithReceivables,
  CreateAnticipationDto,
} from '@centavo/contracts';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { AnticipationQueries } from './anticipations.queries.js';
import { CancelAnticipation } from './cancel-anticipation.js';
import { CreateAnticipation } from './create-anticipation.js';
import { ListAnticipationsQuery } from './list-anticipations.query.js';
import { SimulateAnticipation } from './simulate-anticipation.js';

/** What naming receivables can be answered with. */
const ABOUT_RECEIVABLES = {
  errors: ['receivable_ids_required', 'receivable_not_eligible', 'receivable_already_anticipated'],
  unknownIds: ['receivable_not_found'],
} as const;

@ApiTags('Anticipations')
@Controller('v1/anticipations')
export class AnticipationsController {
  constructor(
    private readonly createAnticipation: CreateAnticipation,
    private readonly simulateAnticipation: SimulateAnticipation,
    private readonly cancelAnticipation: CancelAnticipation,
    private readonly anticipations: AnticipationQueries,
  ) {}

  @Post()
  @Answers('Request that receivables are paid early', Anticipation, { status: 201, ...ABOUT_RECEIVABLES })
  create(@Caller() caller: MerchantContext, @Body() body: CreateAnticipationDto) {
    return this.createAnticipation.execute(caller, body);
  }

  @Post('simulate')
  @Answers('See what an anticipation would pay and cost today', AnticipationSimulation, ABOUT_RECEIVABLES)
  simulate(@Caller() caller: MerchantContext, @Body() body: CreateAnticipationDto) {
    return this.simulateAnticipation.execute(caller, body);
  }

  @Get()
  @AnswersPage('List anticipations', Anticipation)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListAnticipationsQuery) {
    return this.anticipations.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get an anticipation with its receivables', AnticipationWithReceivables, {
    errors: ['anticipation_not_found'],
  })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.anticipations.one(merchantId, id);
  }

  @Post(':id/cancel')
  @Answers('Take back an anticipation that nobody has decided on yet', Anticipation, {
    errors: ['anticipation_not_found', 'anticipation_not_cancelable'],
  })
  cancel(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.cancelAnticipation.execute(caller, id);
  }
}
