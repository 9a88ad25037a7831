import { Module } from '@nestjs/common';
import { CaptureCharge } from './capture-charge.js';
import { ChargeOutcome } from './charge-outcome.js';
import { ChargeRecords } from './charge-records.js';
import { ChargesController } from './charges.controller.js';
import { ChargeQueries } from './charges.queries.js';
import { CreateCharge } from './create-charge.js';
import { RefundCharge } from './refund-charge.js';
import { VoidCharge } from './void-charge.js';

@Module({
  controllers: [ChargesController],
  providers: [ChargeRecords, ChargeQueries, ChargeOutcome, CreateCharge, CaptureCharge, VoidCharge, RefundCharge],
  exports: [ChargeRecords],
})
export class ChargesModule {}
