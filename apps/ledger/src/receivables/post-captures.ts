import { Outbox, RetriableError, type MemberOutcome } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { postTransactions, type PostingOutcome } from '../journal/post-transactions.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import { OpenWallet } from '../wallets/open-wallet.js';
import { captureOf, type Capture } from './capture.js';
import { receivableEvent } from './receivable-events.js';
import { insertReceivables } from './receivables.sql.js';

/**
 * What happens when charges are captured: each one's receivables, the journal transaction that books them and the events that tell of
 * them, all captures of a batch in one database transaction. A capture that is delivered again does nothing.
 */
@Injectable()
export class PostCaptures {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly wallets: OpenWallet,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the fate of each message, in their order: an event that cannot be posted falls out alone, one for which a wallet was not
   * open is to be tried again; by then those of submerchants are
   */
  async post(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    const outboxId = this.outbox.newId();
    const derived = messages.map((message) => this.#derive(message, outboxId));
    const captures = derived.filter((result): result is Capture => 'journal' in result);
    const { withoutWallet } = await this.#write(eachOnce(captures), outboxId);
    await this.#openWallets(captures.filter(({ journal }) => withoutWallet.has(journal.id)));
    return derived.map((result) => {
      if ('error' in result) return result;
      if (!withoutWallet.has(result.journal.id)) return {};
      return {
        error: new RetriableError(`no wallet was open for a recipient of charge ${result.journal.referenceId}`),
      };
    });
  }

  #derive(message: ChargeMessage, outboxId: string): Capture | { readonly error: unknown } {
    try {
      return captureOf(message, this.clock.now(), outboxId);
    } catch (error) {
      return { error };
    }
  }

  async #openWallets(captures: readonly Capture[]): Promise<void> {
    const wallets = captures.flatMap(({ submerchantWallets }) => submerchantWallets);
    if (wallets.length > 0) await this.wallets.openAll(wallets);
  }

  async #write(captures: readonly Capture[], outboxId: string): Promise<PostingOutcome> {
    if (captures.length === 0) return { posted: new Set(), withoutWallet: new Set() };
    return this.database.transaction(async (transaction) => {
      const outcome = await postTransactions(
        transaction,
        captures.map(({ journal }) => journal),
      );
      const posted = captures.filter(({ journal }) => outcome.posted.has(journal.id));
      if (posted.length === 0) return outcome;
      await insertReceivables(
        transaction,
        posted.flatMap(({ receivables }) => receivables),
      );
      await this.outbox.add(transaction, { id: outboxId, messages: posted.flatMap(eventsOfCapture), follows: [] });
      return outcome;
    });
  }
}

/** An event may come twice within a batch; the second time it says nothing new. */
const eachOnce = (captures: readonly Capture[]): Capture[] => [
  ...new Map(captures.map((capture) => [capture.journal.id, capture])).values(),
];

const eventsOfCapture = ({ receivables, headers }: Capture) =>
  receivables.map((receivable) => receivableEvent(receivable, receivable.created_at.toISOString(), headers));
