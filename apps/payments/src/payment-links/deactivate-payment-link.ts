import type { Answer, DeactivatePaymentLinkCommand, IdempotencyRequest, PaymentLink } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { ChangePaymentLink } from './change-payment-link.js';
import { deactivated } from './payment-link.domain.js';

/** Takes a link out of use for good. What was begun to be paid can still be paid. */
@Injectable()
export class DeactivatePaymentLink {
  constructor(
    private readonly changeLink: ChangePaymentLink,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `payment_link_not_found` */
  execute(
    { merchant_id: merchantId, payment_link_id: linkId }: DeactivatePaymentLinkCommand,
    request: IdempotencyRequest,
    cause: MessageHeaders,
  ): Promise<Answer<PaymentLink>> {
    return this.changeLink.execute({
      merchantId,
      linkId,
      request,
      cause,
      message: 'Payment link deactivated.',
      change: async (_, link) => (link.status === 'inactive' ? link : deactivated(link, this.clock.now())),
    });
  }
}
