import {
  done,
  DomainError,
  presentPaymentLink,
  type Answer,
  type IdempotencyRequest,
  type PaymentLink,
} from '@centavo/contracts';
import { Idempotency, Outbox, type MessageHeaders } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { PaymentLinkWriter } from './payment-link-writer.js';
import type { PaymentLinkState } from './payment-link.domain.js';
import { lockPaymentLink } from './payment-links.sql.js';

/** What a merchant asks of one of its links. */
export interface LinkRequest {
  readonly merchantId: string;
  readonly linkId: string;
  readonly request: IdempotencyRequest;
  readonly cause: MessageHeaders;
  /** What the answer says. */
  readonly message: string;
  /** The link as it is to be, written but for its standing; the same one when there is nothing to change. */
  readonly change: (transaction: Transaction, link: PaymentLinkState) => Promise<PaymentLinkState>;
}

/** What a merchant changes about a link: once, under the link's lock, with the event of the status that follows. */
@Injectable()
export class ChangePaymentLink {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly writer: PaymentLinkWriter,
    private readonly settings: Settings,
  ) {}

  /** @throws DomainError `payment_link_not_found`, and what `change` throws */
  execute({ merchantId, linkId, request, cause, message, change }: LinkRequest): Promise<Answer<PaymentLink>> {
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchantId, request, async (transaction) => {
        const before = await lockPaymentLink(transaction, merchantId, linkId);
        if (!before) throw new DomainError('payment_link_not_found');
        const after = await change(transaction, before);
        if (after === before) return done('Nothing to change.', this.#present(before));
        const id = this.outbox.newId();
        const news = await this.writer.write(transaction, [{ before, after, cause }], id);
        await this.outbox.add(transaction, { id, ...news });
        return done(message, this.#present(after));
      }),
    );
  }

  #present(link: PaymentLinkState): PaymentLink {
    return presentPaymentLink(link, this.settings.publicUrl);
  }
}
