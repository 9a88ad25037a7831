import { done, DomainError, presentCharge, type ChargeRecord, type SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../auth/caller.js';
import { ChargeRecords } from '../charges/charge-records.js';
import { CommandClient } from '../commands/command-client.js';
import { isByCard, presentCheckoutCharge, type CheckoutCharge } from './checkout-charge.js';
import { CheckoutLimits } from './checkout-limits.js';
import { CheckoutLinks } from './checkout-links.js';

/** A payer's view of his charge. He has no credentials: who knows the ids of link and charge may see it, however the link fares. */
@Injectable()
export class CheckoutCharges {
  constructor(
    private readonly links: CheckoutLinks,
    private readonly charges: ChargeRecords,
    private readonly limits: CheckoutLimits,
    private readonly commands: CommandClient,
  ) {}

  /** @throws DomainError `payment_link_not_found`, `charge_not_found` */
  async one(linkId: string, id: string, address: string): Promise<SuccessAnswer<CheckoutCharge>> {
    const { link } = await this.links.find(linkId);
    const record = await this.#chargeOf(linkId, id);
    if (record.status === 'failed' && isByCard(record.payment_method)) this.limits.noteDecline(id, linkId, address);
    return done('Charge.', presentCheckoutCharge(presentCharge(record), link.redirect_url));
  }

  /**
   * Gives up a Pix or a boleto that is not paid yet, so that the payer can choose another way.
   * @throws DomainError `payment_link_not_found`, `charge_not_found`, `charge_not_voidable`, `rate_limit_exceeded`
   */
  async void(
    linkId: string,
    id: string,
    address: string,
    caller: RequestContext,
  ): Promise<SuccessAnswer<CheckoutCharge>> {
    this.limits.takeAttempt('void', address);
    const { link } = await this.links.ofActiveMerchant(linkId);
    this.limits.takeAttemptOn(link.id, 'void', address);
    const { payment_method, status } = await this.#chargeOf(linkId, id);
    // An authorized card is the merchant's to void.
    if (isByCard(payment_method) || status !== 'pending') throw new DomainError('charge_not_voidable');
    const command = { merchant_id: link.merchant_id, charge_id: id, idempotency: caller.idempotency, body: null };
    const answer = await this.commands.send('charges.void', id, command, caller);
    return { ...answer, data: presentCheckoutCharge(answer.data, link.redirect_url) };
  }

  async #chargeOf(linkId: string, id: string): Promise<ChargeRecord> {
    const record = await this.charges.get(id);
    if (record.payment_link_id !== linkId) throw new DomainError('charge_not_found');
    return record;
  }
}
