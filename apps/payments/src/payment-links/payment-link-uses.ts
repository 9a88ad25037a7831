import { DomainError } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { assertUsable } from './link-payment.domain.js';
import { withoutUses, withUse, type PaymentLinkState } from './payment-link.domain.js';
import { lockPaymentLink, lockPaymentLinks } from './payment-links.sql.js';
import { NO_NEWS, PaymentLinkWriter, type LinkNews } from './payment-link-writer.js';

/** The uses of links: as many as a link has charges that may still be paid or have been. */
@Injectable()
export class PaymentLinkUses {
  constructor(
    private readonly writer: PaymentLinkWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * Reserves a use in the transaction that makes the charge. The link stays locked until that ends, which therefore locks nothing else after
   * it.
   * @returns the link as it was
   * @throws DomainError `payment_link_not_found`, `payment_link_unavailable`
   */
  async reserve(
    transaction: Transaction,
    link: Pick<PaymentLinkState, 'id' | 'merchant_id'>,
    { outboxId, cause }: { readonly outboxId: string; readonly cause: MessageHeaders },
  ): Promise<{ readonly link: PaymentLinkState; readonly news: LinkNews }> {
    const before = await lockPaymentLink(transaction, link.merchant_id, link.id);
    if (!before) throw new DomainError('payment_link_not_found');
    const now = this.clock.now();
    assertUsable(before, now);
    const change = { before, after: withUse(before, now), cause };
    return { link: before, news: await this.writer.write(transaction, [change], outboxId) };
  }

  /**
   * Gives uses back in the transaction that ends their charges. Links are the last that it locks.
   * @param uses one for every charge
   */
  async giveBack(
    transaction: Transaction,
    uses: readonly { readonly linkId: string; readonly cause: MessageHeaders }[],
    outboxId: string,
  ): Promise<LinkNews> {
    if (uses.length === 0) return NO_NEWS;
    const byLink = Map.groupBy(uses, ({ linkId }) => linkId);
    const links = await lockPaymentLinks(transaction, [...byLink.keys()]);
    const now = this.clock.now();
    const changes = links.map((before) => {
      const ended = byLink.get(before.id)!;
      return { before, after: withoutUses(before, ended.length, now), cause: ended[0]!.cause };
    });
    return this.writer.write(transaction, changes, outboxId);
  }
}
