import { RunSettlementDto, SettlementSummary } from '@centavo/contracts';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { RunSettlement } from './run-settlement.js';

/** What time brings to receivables, to be had at will. */
@ApiTags('Sandbox')
@Controller('sandbox/v1/settlements')
export class SettlementsSandboxController {
  constructor(private readonly runSettlement: RunSettlement) {}

  @Post('run')
  @Answers('Settle all receivables that are due until a day, as if it were that day', SettlementSummary)
  run(@Caller() caller: MerchantContext, @Body() body: RunSettlementDto) {
    return this.runSettlement.execute(caller, body);
  }
}
