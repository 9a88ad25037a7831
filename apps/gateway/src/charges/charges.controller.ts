import { CaptureChargeDto, Charge, ChargeWithRefunds, CreateChargeDto, RefundChargeDto } from '@centavo/contracts';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { MayWait, Waiting, type Patience } from '../http/patience.js';
import { CaptureCharge } from './capture-charge.js';
import { ChargeQueries } from './charges.queries.js';
import { CreateCharge } from './create-charge.js';
import { ListChargesQuery } from './list-charges.query.js';
import { RefundCharge } from './refund-charge.js';
import { VoidCharge } from './void-charge.js';

@ApiTags('Charges')
@Controller('v1/charges')
export class ChargesController {
  constructor(
    private readonly createCharge: CreateCharge,
    private readonly captureCharge: CaptureCharge,
    private readonly voidCharge: VoidCharge,
    private readonly refundCharge: RefundCharge,
    private readonly charges: ChargeQueries,
  ) {}

  @Post()
  @MayWait()
  @Answers('Create a charge', Charge, {
    status: 201,
    errors: [
      'invalid_token',
      'amount_below_fee',
      'split_recipient_invalid',
      'split_exceeds_amount',
      'submerchant_not_active',
    ],
    unknownIds: ['submerchant_not_found'],
  })
  create(@Caller() caller: MerchantContext, @Body() body: CreateChargeDto, @Waiting() patience: Patience | undefined) {
    return this.createCharge.execute(caller, body, patience);
  }

  @Get()
  @AnswersPage('List charges', Charge)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListChargesQuery) {
    return this.charges.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a charge with its refunds', ChargeWithRefunds, { errors: ['charge_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.charges.one(merchantId, id);
  }

  @Post(':id/capture')
  @ApiBody({ type: CaptureChargeDto, required: false })
  @Answers('Capture an authorized charge, all of it or a part', Charge, {
    errors: ['charge_not_found', 'charge_not_capturable', 'capture_amount_exceeds_authorized', 'amount_below_fee'],
  })
  capture(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: CaptureChargeDto) {
    return this.captureCharge.execute(caller, id, body);
  }

  @Post(':id/void')
  @Answers('Void an authorized charge, or a Pix or boleto that is not paid yet', Charge, {
    errors: ['charge_not_found', 'charge_not_voidable'],
  })
  void(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.voidCharge.execute(caller, id);
  }

  @Post(':id/refund')
  @ApiBody({ type: RefundChargeDto, required: false })
  @Answers('Refund a captured charge, all that is left or a part', Charge, {
    errors: ['charge_not_found', 'charge_not_refundable', 'refund_amount_exceeds_captured'],
  })
  refund(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: RefundChargeDto) {
    return this.refundCharge.execute(caller, id, body);
  }
}
