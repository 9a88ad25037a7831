import { Module } from '@nestjs/common';
import { CreatePaymentLink } from './create-payment-link.js';
import { DeactivatePaymentLink } from './deactivate-payment-link.js';
import { PaymentLinksController } from './payment-links.controller.js';
import { PaymentLinkQueries } from './payment-links.queries.js';
import { UpdatePaymentLink } from './update-payment-link.js';

@Module({
  controllers: [PaymentLinksController],
  providers: [CreatePaymentLink, UpdatePaymentLink, DeactivatePaymentLink, PaymentLinkQueries],
})
export class PaymentLinksModule {}
