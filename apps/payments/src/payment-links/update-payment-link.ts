import type {
  Answer,
  IdempotencyRequest,
  PaymentLink,
  UpdatePaymentLinkCommand,
  UpdatePaymentLinkDto,
} from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { Clock, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { ChangePaymentLink } from './change-payment-link.js';
import { assertTerms, expiryOf } from './payment-link-terms.domain.js';
import { changed, type PaymentLinkState } from './payment-link.domain.js';
import { updateTerms } from './payment-links.sql.js';

@Injectable()
export class UpdatePaymentLink {
  constructor(
    private readonly changeLink: ChangePaymentLink,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** @throws DomainError `payment_link_not_found`, `validation_error`, `url_not_allowed` */
  execute(
    { merchant_id: merchantId, payment_link_id: linkId, body }: UpdatePaymentLinkCommand,
    request: IdempotencyRequest,
    cause: MessageHeaders,
  ): Promise<Answer<PaymentLink>> {
    return this.changeLink.execute({
      merchantId,
      linkId,
      request,
      cause,
      message: 'Payment link updated.',
      change: async (transaction, link) => {
        const now = this.clock.now();
        assertTerms(body, { now, isSandbox: this.settings.isSandbox, currentUses: link.current_uses });
        const changes = changesIn(body);
        if (Object.keys(changes).length === 0) return link;
        const after = changed(link, changes, now);
        await updateTerms(transaction, after);
        return after;
      },
    });
  }
}

/** What is said; what is left out stays as it is. */
function changesIn({ expires_at, ...body }: UpdatePaymentLinkDto): Partial<PaymentLinkState> {
  const { title, description, allowed_payment_methods, max_installments, max_uses } = body;
  const { redirect_url, cover_image_url, metadata } = body;
  const changes = {
    title,
    description,
    allowed_payment_methods,
    max_installments,
    expires_at: expires_at === undefined ? undefined : expiryOf(expires_at),
    max_uses,
    redirect_url,
    cover_image_url,
    metadata,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
