import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { endToEndId } from '@centavo/brazil';
import type { WithdrawalMethod } from '@centavo/contracts';
import { Database, type Sql } from '@centavo/persistence';
import { CallTimeoutError, Clock, newId, PacedBatcher, type CallTime } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Bank, type PayoutRequest, type PayoutResult } from '../bank.port.js';
import type { Destination } from '../destination.js';
import { behaviourFor, REFUSAL, type SandboxBehaviour } from './sandbox-behaviour.domain.js';
import { findOrder, findPayout, insertOrder, insertPayouts, type SandboxPayout } from './sandbox-payouts.sql.js';

/** How long the sandbox keeps a caller waiting who will get no answer: long enough to be felt, short enough for a test. */
const SIMULATED_TIMEOUT_MS = 300;
/** Of a bank that there is not. */
const SANDBOX_ISPB = '00000000';

/** Whether it lasts is seen at the last moment. */
interface TimedPayout extends SandboxPayout {
  readonly time: CallTime | undefined;
}

/**
 * A simulated bank that remembers everything in tables of its own, as a real one does in its own house. It does not deduplicate what it is told
 * to do: what was paid twice shows as two payments.
 */
@Injectable()
export class SandboxBank extends Bank {
  readonly name = 'sandbox';
  readonly #payouts: PacedBatcher<TimedPayout>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.#payouts = new PacedBatcher({
      flush: (payouts) => this.#insert(payouts),
      maxSize: 500,
      lingerMs: 5,
    });
  }

  /** A Pix is there within a second; others stay pending until somebody says how they end. */
  takesAtOnce(method: WithdrawalMethod): boolean {
    return method === 'pix';
  }

  /** Has a payment to come end in a certain way, whatever its key says. */
  order(sql: Sql, reference: string, outcome: PayoutResult['outcome']): Promise<void> {
    return insertOrder(sql, reference, outcome);
  }

  async pay(request: PayoutRequest, time?: CallTime): Promise<PayoutResult> {
    const { reference, destination } = request;
    const behaviour = await this.#behaviourFor(reference, destination);
    switch (behaviour) {
      case 'pay':
        return this.#remember(request, time, { outcome: 'paid', externalId: this.#newExternalId(destination) });
      case 'fail':
        return this.#remember(request, time, REFUSAL);
      case 'timeout':
        await this.#remember(request, time, { outcome: 'paid', externalId: this.#newExternalId(destination) });
        return this.#keepSilent();
      case 'vanish':
        return this.#keepSilent();
    }
  }

  inquire(reference: string): Promise<PayoutResult | undefined> {
    return findPayout(this.database, reference);
  }

  async #behaviourFor(reference: string, destination: Destination): Promise<SandboxBehaviour> {
    const ordered = await findOrder(this.database, reference);
    if (!ordered) return behaviourFor(destination);
    return ordered === 'paid' ? 'pay' : 'fail';
  }

  async #remember(
    { reference, amount }: PayoutRequest,
    time: CallTime | undefined,
    result: PayoutResult,
  ): Promise<PayoutResult> {
    await this.#payouts.add({ id: newId(), reference, amount, result, time });
    return result;
  }

  async #insert(payouts: readonly TimedPayout[]): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await insertPayouts(transaction, payouts);
      for (const { time } of payouts) time?.throwIfOver();
    });
  }

  async #keepSilent(): Promise<never> {
    await delay(SIMULATED_TIMEOUT_MS);
    throw new CallTimeoutError('the sandbox bank does not answer for this key', { scope: 'request' });
  }

  #newExternalId({ type }: Destination): string {
    return type === 'pix' ? endToEndId(SANDBOX_ISPB, this.clock.now(), randomInt) : newId();
  }
}
