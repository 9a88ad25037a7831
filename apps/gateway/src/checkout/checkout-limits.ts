import { DomainError } from '@centavo/contracts';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { addressGroup } from '../auth/address.js';
import { MinuteWindows } from '../auth/minute-windows.js';
import { TokenBuckets } from '../auth/token-buckets.js';

/** Behind one address may be several payers, of several links. */
const OF_ADDRESS = 3;
/** A link that many pay at once is what links are for; one that a thief tries his cards on from many addresses has a bound all the same. */
const OF_LINK = 15;
/** Payers look every other second; pages, pictures and several payers behind one address have to fit too. */
const READS_PER_SECOND = 50;

/** Nobody who pays by a link has credentials: what an address, and what a link, may ask for. Per gateway instance. */
@Injectable()
export class CheckoutLimits {
  readonly #attempts = new MinuteWindows();
  readonly #reads = new TokenBuckets(READS_PER_SECOND);
  readonly #perMinute: number;

  constructor(settings: Settings) {
    this.#perMinute = settings.checkoutAttemptsPerMinute;
  }

  /**
   * Before anything that costs something: a payment, a card.
   * @param kind each has its own count
   * @throws DomainError `rate_limit_exceeded`
   */
  takeAttempt(kind: 'payment' | 'card', linkId: string, address: string): void {
    const group = addressGroup(address);
    const limits = new Map([
      [`${kind} ${linkId} ${group}`, this.#perMinute],
      [`${kind} address ${group}`, this.#perMinute * OF_ADDRESS],
      [`${kind} link ${linkId}`, this.#perMinute * OF_LINK],
    ]);
    refuseFor(this.#attempts.count([...limits.keys()], (caller) => limits.get(caller)!));
  }

  /** @throws DomainError `rate_limit_exceeded` */
  takeRead(address: string): void {
    refuseFor(this.#reads.take(addressGroup(address), performance.now()));
  }
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new DomainError('rate_limit_exceeded', { retryAfterSeconds });
}
