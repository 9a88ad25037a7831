import { outcomeOf, type Charge } from '../api/charge.js';
import type { Answer, CheckoutApi } from '../api/checkout-api.js';
import { newAttemptKey, recoveryOf, type Attempt } from '../attempts/attempt.js';
import type { AttemptStore } from '../attempts/attempt-store.js';
import type { OneAtATime } from '../attempts/one-at-a-time.js';
import type { FormValues } from '../form/fields.js';
import { stageAfterTokenError, type TokenizeCard } from './card-tokens.js';
import { ChargeWatch, type ChargeWatchOptions } from './charge-watch.js';
import { orderOf } from './order-of.js';
import { sendAttempt } from './send-attempt.js';
import { stageAfterRefusal } from './stage-after-refusal.js';
import { aForm, type Stage } from './stage.js';

export interface PaymentOptions {
  readonly api: Pick<CheckoutApi, 'pay' | 'charge' | 'void'>;
  readonly store: AttemptStore;
  readonly oneAtATime: OneAtATime;
  readonly tokenizeCard: TokenizeCard;
  /** Whether the link can be paid now, as far as the page knows. */
  readonly isUsable: boolean;
  readonly isHidden: () => boolean;
  /** Asks the server for the page again: what it knew of the link is old. */
  readonly reload: () => void;
  readonly pause: (ms: number) => Promise<void>;
  readonly pollDelayMs?: ChargeWatchOptions['delayMs'];
}

/** Answers that may be lost before the page says that it has no connection. */
const LOST_BEFORE_OFFLINE = 2;

/**
 * One payer at one payment link, from the form to the receipt. Whatever he does, at most one attempt is under way in all his tabs: it is
 * written down before it is sent, and every way to pay looks for it first.
 */
export class Payment {
  #stage: Stage;
  readonly #listeners = new Set<() => void>();
  readonly #watch: ChargeWatch;

  constructor(private readonly options: PaymentOptions) {
    this.#stage = this.#start();
    this.#watch = new ChargeWatch({
      read: (chargeId) => options.api.charge(chargeId),
      onAnswer: (answer, lost) => this.#hear(answer, lost),
      isHidden: options.isHidden,
      delayMs: options.pollDelayMs,
    });
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** @returns what ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Goes on with what was begun: when the page is opened, and when another tab has done something. */
  async resume(): Promise<void> {
    const { name } = this.#stage;
    if (name === 'sending' || name === 'waiting' || name === 'paid') return;
    const attempt = this.options.store.read();
    if (attempt && this.#isToWait(attempt)) return;
    if (attempt) await this.#oneAtATime(attempt, () => this.#recover());
    else if (name === 'unsure') this.#enter(this.#start());
  }

  /** Reads the open charge at once, and what other tabs have done: the page is seen again. */
  wake(): void {
    this.#watch.wake();
    void this.resume();
  }

  /** @param values of a form without problems; a second call while the first is under way does nothing */
  async pay(values: FormValues): Promise<void> {
    const { name } = this.#stage;
    const { method } = values;
    if (method === null || (name !== 'form' && name !== 'ended')) return;
    await this.#oneAtATime({ method }, async () => {
      // Another tab may have been faster.
      if (this.options.store.read()) return await this.#recover();
      const attempt = await this.#prepare({ ...values, method });
      if (!attempt) return;
      // No lock is waited for without end: while the card became a token another tab may have gone on without it.
      if (this.options.store.read()) return await this.#recover();
      this.options.store.write(attempt);
      await this.#send(attempt);
    });
  }

  /** Sends once more what nobody knows about, with the same key. */
  async retry(): Promise<void> {
    const attempt = this.options.store.read();
    if (!attempt) return this.#enter(this.#start());
    await this.#oneAtATime(attempt, () => this.#recover({ isAsked: true }));
  }

  /** Gives up an open code for another way to pay. Paid in the meantime, it counts. */
  async leave(): Promise<void> {
    const { stage } = this;
    if (stage.name !== 'waiting' || stage.leaving === 'under way') return;
    this.#watch.stop();
    this.#enter({ ...stage, leaving: 'under way' });
    const answer = await this.options.api.void(stage.charge.id);
    if (answer.kind === 'charge' && answer.charge.status === 'voided') return this.startOver();
    // Perhaps it has been paid: its own state says so at once.
    this.#enter({ ...stage, leaving: 'failed' });
    this.#watch.start(stage.charge);
    this.#watch.wake();
  }

  /**
   * To the form for somebody else at the same computer. Nothing is voided: who has the code of before can still pay it, only this browser
   * knows no more of it.
   */
  disown(): void {
    this.#watch.stop();
    this.startOver();
  }

  /** To the form for another payment, after one that has ended, well or badly. */
  startOver(): void {
    if ('charge' in this.#stage) this.#forget(this.#stage.charge);
    if (!this.options.isUsable) return this.options.reload();
    this.#enter(aForm());
  }

  #start(): Stage {
    return this.options.isUsable ? aForm() : { name: 'unavailable' };
  }

  #enter(stage: Stage): void {
    this.#stage = stage;
    for (const listener of this.#listeners) listener();
  }

  /** One at a time among the tabs, and in this one too: from now on the stage says that it is under way. */
  async #oneAtATime({ method }: Pick<Attempt, 'method'>, work: () => Promise<void>): Promise<void> {
    this.#enter({ name: 'sending', method, isSlow: false });
    await this.options.oneAtATime(work);
  }

  /** @returns null when the card could not be turned into a token */
  async #prepare(values: Parameters<typeof orderOf>[0]): Promise<Attempt | null> {
    try {
      const body = await orderOf(values, this.options.tokenizeCard);
      return { key: newAttemptKey(), method: values.method, startedAtMs: Date.now(), chargeId: null, body };
    } catch (error) {
      this.#enter(stageAfterTokenError(error));
      return null;
    }
  }

  async #recover({ isAsked = false } = {}): Promise<void> {
    const { store, api } = this.options;
    const attempt = store.read();
    if (!attempt) return this.#enter(this.#start());
    const recovery = recoveryOf(attempt, Date.now());
    if (recovery === 'forget') {
      store.clear();
      return this.#enter(this.#start());
    }
    if (recovery === 'ask' && !isAsked) return this.#beUnsure(null);
    const { chargeId } = attempt;
    await this.#send(attempt, {
      send: chargeId === null ? undefined : () => api.charge(chargeId),
      isRepeat: true,
    });
  }

  async #send(attempt: Attempt, { send = () => this.options.api.pay(attempt), isRepeat = false } = {}): Promise<void> {
    const { store, pause } = this.options;
    const onRetry = () => this.#enter({ name: 'sending', method: attempt.method, isSlow: true });
    const sent = await sendAttempt({ send, isRepeat, pause, onRetry });
    if (sent.kind === 'unknown') return this.#beUnsure(sent.retryAfterMs);
    const stored = store.read();
    const isOwn = stored?.key === attempt.key;
    if (sent.kind === 'charge') {
      if (!stored || isOwn) store.write({ ...attempt, chargeId: sent.charge.id, body: null });
      return this.#show(sent.charge, attempt.chargeId === null);
    }
    // Another tab has begun something else, or has heard more of the same.
    const isOutdated = stored && (!isOwn || stored.chargeId !== attempt.chargeId);
    if (isOutdated) return await this.#recover();
    store.clear();
    this.#enter(attempt.chargeId === null ? stageAfterRefusal(sent, Date.now()) : this.#start());
  }

  #beUnsure(retryAfterMs: number | null): void {
    this.#enter({ name: 'unsure', untilMs: retryAfterMs === null ? null : Date.now() + retryAfterMs });
  }

  /** Whether the server does not want to be asked yet, and no other tab knows more. */
  #isToWait({ chargeId }: Attempt): boolean {
    const { stage } = this;
    return stage.name === 'unsure' && chargeId === null && stage.untilMs !== null && Date.now() < stage.untilMs;
  }

  /** @param isFresh whether the payer has been here when it was made */
  #show(charge: Charge, isFresh: boolean): void {
    switch (outcomeOf(charge)) {
      case 'paid':
        return this.#enter({ name: 'paid', charge, isFresh });
      case 'ended':
        this.#forget(charge);
        return this.#enter({ name: 'ended', charge });
      case 'open':
        this.#enter({ name: 'waiting', charge, isOffline: false, leaving: 'no' });
        return this.#watch.start(charge);
    }
  }

  /** @returns whether to go on asking */
  #hear(answer: Answer, lost: number): boolean {
    const { stage } = this;
    if (stage.name !== 'waiting') return false;
    if (answer.kind !== 'charge') {
      const isGone = answer.kind === 'refused' && answer.status === 404;
      if (isGone) this.startOver();
      else if (lost >= LOST_BEFORE_OFFLINE && !stage.isOffline) this.#enter({ ...stage, isOffline: true });
      return !isGone;
    }
    const { charge } = answer;
    if (outcomeOf(charge) === 'open') {
      this.#enter({ ...stage, charge, isOffline: false });
      return true;
    }
    this.#show(charge, true);
    // Ended by another tab that has begun something else.
    void this.resume();
    return false;
  }

  /** Another tab may have begun another attempt since: that one stays. */
  #forget({ id }: Charge): void {
    const { store } = this.options;
    if (store.read()?.chargeId === id) store.clear();
  }
}
