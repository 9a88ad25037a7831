import type { AddressedMessage, MessageHeaders, OutboxEntry } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { paymentLinkEvent } from './payment-link-event.js';
import type { PaymentLinkState } from './payment-link.domain.js';
import { updateStandings } from './payment-links.sql.js';

/** A link that the transaction has locked, and what becomes of it. */
export interface LinkChange {
  readonly before: PaymentLinkState;
  readonly after: PaymentLinkState;
  /** Correlation and trace of what led to it. */
  readonly cause: MessageHeaders;
}

/** What the transaction's outbox row has to say of links. */
export type LinkNews = Pick<OutboxEntry, 'messages' | 'follows'>;

export const NO_NEWS: LinkNews = { messages: [], follows: [] };

/** The one path by which uses and statuses of links change: every change of status is an event. */
@Injectable()
export class PaymentLinkWriter {
  constructor(private readonly settings: Settings) {}

  /** @param outboxId of the row that the caller adds to the outbox with the news */
  async write(transaction: Transaction, changes: readonly LinkChange[], outboxId: string): Promise<LinkNews> {
    const moved = changes.filter(({ before, after }) => before.status !== after.status);
    await updateStandings(
      transaction,
      changes.map((change) => (moved.includes(change) ? { ...change.after, outbox_id: outboxId } : change.after)),
    );
    return {
      messages: moved.map(({ after, cause }) => this.eventOf(after, cause)),
      follows: moved.map(({ before }) => before.outbox_id),
    };
  }

  eventOf(link: PaymentLinkState, cause: MessageHeaders): AddressedMessage {
    return paymentLinkEvent(link, this.settings.publicUrl, cause);
  }
}
