import { CreatePaymentLinkDto, PaymentLink, UpdatePaymentLinkDto } from '@centavo/contracts';
import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { CreatePaymentLink } from './create-payment-link.js';
import { DeactivatePaymentLink } from './deactivate-payment-link.js';
import { ListPaymentLinksQuery } from './list-payment-links.query.js';
import { PaymentLinkQueries } from './payment-links.queries.js';
import { UpdatePaymentLink } from './update-payment-link.js';

@ApiTags('Payment links')
@Controller('v1/payment-links')
export class PaymentLinksController {
  constructor(
    private readonly createLink: CreatePaymentLink,
    private readonly updateLink: UpdatePaymentLink,
    private readonly deactivateLink: DeactivatePaymentLink,
    private readonly links: PaymentLinkQueries,
  ) {}

  @Post()
  @Answers('Create a payment link', PaymentLink, {
    status: 201,
    errors: ['url_not_allowed', 'submerchant_not_active'],
    unknownIds: ['submerchant_not_found'],
  })
  create(@Caller() caller: MerchantContext, @Body() body: CreatePaymentLinkDto) {
    return this.createLink.execute(caller, body);
  }

  @Get()
  @AnswersPage('List payment links', PaymentLink)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListPaymentLinksQuery) {
    return this.links.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a payment link', PaymentLink, { errors: ['payment_link_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.links.one(merchantId, id);
  }

  @Patch(':id')
  @Answers(
    'Change a payment link; what is sold, for how much and for whom is settled, and its status follows from the rest',
    PaymentLink,
    { errors: ['payment_link_not_found', 'url_not_allowed'] },
  )
  update(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: UpdatePaymentLinkDto) {
    return this.updateLink.execute(caller, id, body);
  }

  @Post(':id/deactivate')
  @Answers('Take a payment link out of use for good; what was begun to be paid can still be paid', PaymentLink, {
    errors: ['payment_link_not_found'],
  })
  deactivate(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.deactivateLink.execute(caller, id);
  }
}
