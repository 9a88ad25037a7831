import type { PayLinkDto, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../auth/caller.js';
import { BacklogGate } from '../commands/backlog-gate.js';
import { CommandClient } from '../commands/command-client.js';
import { isByCard, presentCheckoutCharge, type CheckoutCharge } from './checkout-charge.js';
import { CheckoutLimits } from './checkout-limits.js';
import { CheckoutLinks } from './checkout-links.js';

@Injectable()
export class PayLink {
  constructor(
    private readonly links: CheckoutLinks,
    private readonly limits: CheckoutLimits,
    private readonly gate: BacklogGate,
    private readonly commands: CommandClient,
  ) {}

  /**
   * Whether the link can still be paid is payments' to say, and only of a request that it has not answered before: whoever took the last use,
   * or paid before the merchant was suspended, and asks again must hear of his charge.
   * @throws DomainError `payment_link_not_found`, `payment_link_unavailable`, `rate_limit_exceeded`, `service_unavailable` and what a charge
   * can be refused with
   */
  async execute(
    linkId: string,
    body: PayLinkDto,
    address: string,
    caller: RequestContext,
  ): Promise<SuccessAnswer<CheckoutCharge>> {
    this.limits.takeAttempt('payment', address);
    this.gate.assertOpen();
    const { link, merchant } = await this.links.find(linkId);
    this.limits.takeAttemptOn(link.id, 'payment', address);
    // A Pix remains to him whose cards are declined.
    if (isByCard(body.payment_method)) this.limits.assertFewDeclines(link.id, address);
    const chargeId = newId();
    const answer = await this.commands.send(
      'payment-links.pay',
      chargeId,
      {
        merchant_id: link.merchant_id,
        payment_link_id: link.id,
        charge_id: chargeId,
        fees: merchant.fees,
        merchant_is_active: merchant.status === 'active',
        idempotency: caller.idempotency,
        body,
      },
      caller,
    );
    return { ...answer, data: presentCheckoutCharge(answer.data, link.redirect_url) };
  }
}
