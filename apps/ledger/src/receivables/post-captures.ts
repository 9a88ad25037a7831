import { RetriableError, type MemberOutcome } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Books } from '../books/books.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import { OpenWallet } from '../wallets/open-wallet.js';
import { captureOf, type Capture } from './capture.js';

/**
 * What happens when charges are captured: each one's receivables, the journal transaction that books them and the events that tell of
 * them, all captures of a batch in one database transaction. A capture that is delivered again does nothing.
 */
@Injectable()
export class PostCaptures {
  constructor(
    private readonly database: Database,
    private readonly books: Books,
    private readonly wallets: OpenWallet,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the fate of each message, in their order: an event that cannot be posted falls out alone, one for which a wallet was not
   * open is to be tried again; by then those of submerchants are
   */
  async post(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    const derived = messages.map((message) => this.#derive(message));
    const captures = derived.filter((result): result is Capture => 'booking' in result);
    const withoutWallet = await this.#write(eachOnce(captures));
    await this.#openWallets(captures.filter(({ booking }) => withoutWallet.has(booking.journal.id)));
    return derived.map((result) => {
      if ('error' in result) return result;
      const { id, referenceId } = result.booking.journal;
      if (!withoutWallet.has(id)) return {};
      return { error: new RetriableError(`no wallet was open for a recipient of charge ${referenceId}`) };
    });
  }

  #derive(message: ChargeMessage): Capture | { readonly error: unknown } {
    try {
      return captureOf(message, this.clock.now());
    } catch (error) {
      return { error };
    }
  }

  async #openWallets(captures: readonly Capture[]): Promise<void> {
    const wallets = captures.flatMap(({ submerchantWallets }) => submerchantWallets);
    if (wallets.length > 0) await this.wallets.openAll(wallets);
  }

  /** @returns the ids of the events that could not be posted because a wallet is not open */
  async #write(captures: readonly Capture[]): Promise<ReadonlySet<string>> {
    if (captures.length === 0) return new Set();
    const bookings = captures.map(({ booking }) => booking);
    const outcome = await this.database.transaction((transaction) => this.books.post(transaction, bookings));
    return outcome.withoutWallet;
  }
}

/** An event may come twice within a batch; the second time it says nothing new. */
const eachOnce = (captures: readonly Capture[]): Capture[] => [
  ...new Map(captures.map((capture) => [capture.booking.journal.id, capture])).values(),
];
