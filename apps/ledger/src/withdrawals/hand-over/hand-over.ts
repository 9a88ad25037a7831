import { Database } from '@centavo/persistence';
import {
  askOnce,
  CallTimeoutError,
  CallUnavailableError,
  Clock,
  faultPoint,
  LeaseEndsError,
  type ErrandOutcome,
} from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Bank, type PayoutResult } from '../../bank/bank.port.js';
import { hasTimeForCalls, PROCESSING_LEASE_MS, type DueWork } from '../due-work.js';
import { MoveWithdrawals } from '../move/move-withdrawals.js';
import { putOff } from '../withdrawal-tasks.sql.js';
import { completeMove, failMove, handOverMove, netAmountOf, type WithdrawalState } from '../withdrawal.domain.js';

/** Pauses before a bank that took nothing is asked again: of the first attempts, then the last one. */
const RETRY_PAUSES_MS = [1_000, 5_000, 15_000, 30_000, 60_000];
/** A withdrawal that the bank has certainly not taken by then fails, and the wallet is credited again. */
const UNAVAILABLE_AT_MOST_MS = 10 * 60 * 1000;
const UNAVAILABLE = 'The bank cannot be reached.';

/**
 * Hands a withdrawal to the bank and moves it to what the bank says. `processing` is committed before the bank is asked: whoever finds it so
 * inquires first. As long as nobody knows whether it was paid it stays so, and is never asked for again before the bank has had time to say that it
 * never heard of it.
 */
@Injectable()
export class HandOver {
  constructor(
    private readonly database: Database,
    private readonly bank: Bank,
    private readonly withdrawals: MoveWithdrawals,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the withdrawal at its end; undefined when it has no end yet, or somebody else has moved it
   * @throws what is nobody's fault here; the task stays, and is taken over when its lease ends
   */
  async execute(due: DueWork): Promise<WithdrawalState | undefined> {
    const begun = await this.#begin(due);
    if (!begun) return undefined;
    faultPoint('withdraw.before-bank');
    const answer = await this.#ask(begun);
    faultPoint('withdraw.after-bank');
    if (!answer.result) return this.#postpone(begun, answer.isCertain);
    const ended = await this.#end(begun, answer.result);
    faultPoint('withdraw.after-result');
    return ended;
  }

  async #begin(due: DueWork): Promise<DueWork | undefined> {
    const { withdrawal, cause } = due;
    if (withdrawal.status === 'processing') return due;
    const leasedUntil = new Date(this.clock.nowMs() + PROCESSING_LEASE_MS);
    const processing = await this.withdrawals.move({ move: handOverMove(withdrawal, this.clock.now()), cause });
    return processing && { ...due, withdrawal: processing, leasedUntil };
  }

  /**
   * Never asked for twice in a row: after a timeout it is inquired, and what is not found then is put off. When its lease is over, what the bank
   * was asked for before has arrived there; should it still not know of it, it was not paid, and may be asked for again.
   */
  async #ask(due: DueWork): Promise<ErrandOutcome<PayoutResult>> {
    const { withdrawal, destination } = due;
    const reference = withdrawal.id;
    const inquire = () => this.bank.inquire(reference);
    try {
      const found = due.mayHaveRun ? await inquire() : undefined;
      if (found) return { result: found, isCertain: true };
      return await askOnce(
        { ask: () => this.bank.pay({ reference, amount: netAmountOf(withdrawal), destination }), inquire },
        { mayHaveRun: false, hasTimeForCall: () => hasTimeForCalls(due, this.clock.nowMs()), retryPausesMs: [] },
      );
    } catch (error) {
      if (!IS_OPEN_ENDED.some((type) => error instanceof type)) throw error;
      return { result: undefined, isCertain: false };
    }
  }

  async #postpone(due: DueWork, isCertain: boolean): Promise<WithdrawalState | undefined> {
    const { withdrawal, attempts } = due;
    if (!isCertain) {
      await putOff(this.database, withdrawal, PROCESSING_LEASE_MS, true);
      return undefined;
    }
    const waitedMs = this.clock.nowMs() - withdrawal.processed_at!.getTime();
    // While an earlier time is in doubt nothing may be credited again, however long it takes.
    if (waitedMs >= UNAVAILABLE_AT_MOST_MS && !due.mayHaveRun) {
      return this.#end(due, { outcome: 'refused', reason: UNAVAILABLE });
    }
    await putOff(this.database, withdrawal, RETRY_PAUSES_MS[attempts] ?? RETRY_PAUSES_MS.at(-1)!, due.mayHaveRun);
    return undefined;
  }

  #end({ withdrawal, cause, request }: DueWork, result: PayoutResult): Promise<WithdrawalState | undefined> {
    const now = this.clock.now();
    const move =
      result.outcome === 'paid'
        ? completeMove(withdrawal, result.externalId, now)
        : failMove(withdrawal, result.reason, now);
    return this.withdrawals.move({ move, cause, request });
  }
}

/** What leaves open whether it was paid. */
const IS_OPEN_ENDED = [CallTimeoutError, CallUnavailableError, LeaseEndsError];
