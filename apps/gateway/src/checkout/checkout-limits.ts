import { DomainError } from '@centavo/contracts';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { addressGroup } from '../auth/address.js';
import { MinuteWindows } from '../auth/minute-windows.js';
import { TokenBuckets } from '../auth/token-buckets.js';

/** Each has its own count. */
export type AttemptKind = 'payment' | 'card' | 'void';

/** Behind one address may be several payers, of several links. */
const OF_ADDRESS = 3;
/** A link that many pay at once is what links are for; one that a thief tries his cards on from many addresses has a bound all the same. */
const OF_LINK = 15;
/** Whoever is declined more often than this part of what he may try does not look for a card of his own. */
const DECLINED = 1 / 3;
/** A charge that was forgotten among so many counts once more. */
const MAX_DECLINED = 10_000;

/**
 * Nobody who pays by a link has credentials: what an address, and what a link, may ask for. Per gateway instance.
 *
 * The counts of addresses and of links are kept apart, and only links that there are get any: whoever makes up links cannot have those
 * forgotten that others count.
 */
@Injectable()
export class CheckoutLimits {
  readonly #byAddress = new MinuteWindows();
  readonly #byLinkAndAddress = new MinuteWindows();
  readonly #byLink = new MinuteWindows();
  readonly #declines = new MinuteWindows();
  readonly #declined = new LRUCache<string, true>({ max: MAX_DECLINED });
  readonly #reads: TokenBuckets;
  readonly #perMinute: number;

  constructor(settings: Settings) {
    this.#perMinute = settings.checkoutAttemptsPerMinute;
    this.#reads = new TokenBuckets(settings.checkoutRequestsPerSecond);
  }

  /**
   * Before anything that costs something, the look for the link included: a payment, a card.
   * @throws DomainError `rate_limit_exceeded`
   */
  takeAttempt(kind: AttemptKind, address: string): void {
    this.#take(this.#byAddress, `${kind} ${addressGroup(address)}`, this.#perMinute * OF_ADDRESS);
  }

  /**
   * Once the link is found. What an address is refused does not count for the link, which others want to pay.
   * @throws DomainError `rate_limit_exceeded`
   */
  takeAttemptOn(linkId: string, kind: AttemptKind, address: string): void {
    this.#take(this.#byLinkAndAddress, `${kind} ${linkId} ${addressGroup(address)}`, this.#perMinute);
    this.#take(this.#byLink, `${kind} ${linkId}`, this.#perMinute * OF_LINK);
  }

  /** Counts a card that was declined, when its payer first hears of it. */
  noteDecline(chargeId: string, linkId: string, address: string): void {
    if (this.#declined.has(chargeId)) return;
    this.#declined.set(chargeId, true);
    const limits = this.#declineLimits(linkId, address);
    this.#declines.count([...limits.keys()], (caller) => limits.get(caller)!);
  }

  /**
   * Before another card.
   * @throws DomainError `rate_limit_exceeded` when too many were declined
   */
  assertFewDeclines(linkId: string, address: string): void {
    const limits = this.#declineLimits(linkId, address);
    refuseFor(Math.max(...[...limits].map(([caller, limit]) => this.#declines.waitOf(caller, limit))));
  }

  /** @throws DomainError `rate_limit_exceeded` */
  takeRead(address: string): void {
    refuseFor(this.#reads.take(addressGroup(address), performance.now()));
  }

  /** Whoever has cards declined, as he is known here: by address, and by address on this link. */
  #declineLimits(linkId: string, address: string): ReadonlyMap<string, number> {
    const group = addressGroup(address);
    const perMinute = Math.max(1, Math.floor(this.#perMinute * DECLINED));
    return new Map([
      [group, perMinute * OF_ADDRESS],
      [`${linkId} ${group}`, perMinute],
    ]);
  }

  #take(windows: MinuteWindows, caller: string, limit: number): void {
    refuseFor(windows.count([caller], () => limit));
  }
}

function refuseFor(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new DomainError('rate_limit_exceeded', { retryAfterSeconds, reason: 'checkout' });
}
