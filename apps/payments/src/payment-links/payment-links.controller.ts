import type {
  CreatePaymentLinkCommand,
  DeactivatePaymentLinkCommand,
  PayLinkCommand,
  UpdatePaymentLinkCommand,
} from '@centavo/contracts';
import { BusContext, oncePerCommand } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { CreatePaymentLink } from './create-payment-link.js';
import { DeactivatePaymentLink } from './deactivate-payment-link.js';
import { PayLink } from './pay-link.js';
import { UpdatePaymentLink } from './update-payment-link.js';

/** What is asked of payment links, and who does it. */
@Controller()
export class PaymentLinksController {
  constructor(
    private readonly createLink: CreatePaymentLink,
    private readonly updateLink: UpdatePaymentLink,
    private readonly deactivateLink: DeactivatePaymentLink,
    private readonly payLink: PayLink,
  ) {}

  @MessagePattern('payment-links.create')
  create(@Payload() command: CreatePaymentLinkCommand, @Ctx() context: BusContext) {
    return this.createLink.execute(command, oncePerCommand(command, context), context.caused);
  }

  @MessagePattern('payment-links.update')
  update(@Payload() command: UpdatePaymentLinkCommand, @Ctx() context: BusContext) {
    return this.updateLink.execute(command, oncePerCommand(command, context), context.caused);
  }

  @MessagePattern('payment-links.deactivate')
  deactivate(@Payload() command: DeactivatePaymentLinkCommand, @Ctx() context: BusContext) {
    return this.deactivateLink.execute(command, oncePerCommand(command, context), context.caused);
  }

  @MessagePattern('payment-links.pay')
  pay(@Payload() command: PayLinkCommand, @Ctx() context: BusContext) {
    return this.payLink.execute(command, oncePerCommand(command, context), context.caused);
  }
}
