import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { endToEndId } from '@centavo/brazil';
import type { WithdrawalMethod } from '@centavo/contracts';
import { Database, type Sql } from '@centavo/persistence';
import { CallTimeoutError, Clock, newId, PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Bank, type PayoutRequest, type PayoutResult } from '../bank.port.js';
import type { Destination } from '../destination.js';
import { behaviourFor, REFUSAL, type SandboxBehaviour } from './sandbox-behaviour.domain.js';
import { findOrder, findPayout, insertOrder, insertPayouts, type SandboxPayout } from './sandbox-payouts.sql.js';

/** How long the sandbox keeps a caller waiting who will get no answer: long enough to be felt, short enough for a test. */
const SIMULATED_TIMEOUT_MS = 300;
/** Of a bank that there is not. */
const SANDBOX_ISPB = '00000000';

/**
 * A simulated bank that remembers everything in tables of its own, as a real one does in its own house. It does not deduplicate what it is told
 * to do: what was paid twice shows as two payments.
 */
@Injectable()
export class SandboxBank extends Bank {
  readonly name = 'sandbox';
  readonly #payouts: PacedBatcher<SandboxPayout>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.#payouts = new PacedBatcher({
      flush: (payouts) => insertPayouts(this.database, payouts),
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

  async pay(request: PayoutRequest, signal?: AbortSignal): Promise<PayoutResult> {
    const { reference, destination } = request;
    const behaviour = await this.#behaviourFor(reference, destination);
    signal?.throwIfAborted();
    switch (behaviour) {
      case 'pay':
        return this.#remember(request, { outcome: 'paid', externalId: this.#newExternalId(destination) });
      case 'fail':
        return this.#remember(request, REFUSAL);
      case 'timeout':
        await this.#remember(request, { outcome: 'paid', externalId: this.#newExternalId(destination) });
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

  async #remember({ reference, amount }: PayoutRequest, result: PayoutResult): Promise<PayoutResult> {
    await this.#payouts.add({ id: newId(), reference, amount, result });
    return result;
  }

  async #keepSilent(): Promise<never> {
    await delay(SIMULATED_TIMEOUT_MS);
    throw new CallTimeoutError('the sandbox bank does not answer for this key', { scope: 'request' });
  }

  #newExternalId({ type }: Destination): string {
    return type === 'pix' ? endToEndId(SANDBOX_ISPB, this.clock.now(), randomInt) : newId();
  }
}
