import { classifyPgError, Database, isolateFailures } from '@centavo/persistence';
import { Clock, faultPoint, Logger, Metrics, PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { recordOutcomes, type Outcome } from './deliveries.sql.js';
import { DeliveryLimits } from './delivery-limits.js';
import { DueAlarm } from './due-alarm.js';
import { DisableEndpoint } from './disable-endpoint.js';
import { noteFared } from './failing-endpoints.sql.js';
import { LeaseOwner } from './lease-owner.js';
import { OwnFirstAttempts } from './own-first-attempts.js';

const RETRY_PAUSE_MS = 250;

/**
 * Writes what became of deliveries, many together. A database that is away is waited for until the leases end: then the deliveries
 * are anybody's, and writing would be in vain.
 */
@Injectable()
export class OutcomeRecorder {
  readonly #batcher: PacedBatcher<Outcome>;
  readonly #settled;

  constructor(
    private readonly database: Database,
    private readonly owner: LeaseOwner,
    private readonly inHand: OwnFirstAttempts,
    private readonly alarm: DueAlarm,
    private readonly disableEndpoint: DisableEndpoint,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#settled = metrics.counter('postback_outcomes_total');
    this.#batcher = new PacedBatcher<Outcome>({
      maxSize: limits.outcomeBatch,
      lingerMs: limits.outcomeLingerMs,
      busyBatchSize: 1,
      flush: (outcomes) => this.#write(outcomes),
    });
  }

  /** Resolves when it is written, or given up. */
  async record(outcome: Outcome): Promise<void> {
    await this.#batcher.add(outcome).finally(() => this.inHand.delete(outcome));
  }

  drained(): Promise<void> {
    return this.#batcher.drained();
  }

  async #write(outcomes: readonly Outcome[]): Promise<void> {
    const giveUpAtMs = this.clock.nowMs() + this.limits.leaseMs;
    const failing = new Set(
      outcomes.filter(({ status }) => status !== 'delivered').map(({ endpointId }) => endpointId),
    );
    for (let left = outcomes; ; await pause(RETRY_PAUSE_MS)) {
      left = await this.#tryToWrite(left, failing);
      if (left.length === 0) break;
      if (this.clock.nowMs() > giveUpAtMs) return;
    }
    // A success is news only where something has failed; in the ordinary case nothing has, and that statement is saved.
    const news = outcomes.filter(({ endpointId }) => failing.has(endpointId));
    if (news.length > 0) await this.#noteFared(news);
  }

  /**
   * @param failing gets the endpoints that the table knows to be failing
   * @returns what to try again; an outcome that cannot be written keeps no other from it, and is tried without what the receiver said
   */
  async #tryToWrite(outcomes: readonly Outcome[], failing: Set<string>): Promise<readonly Outcome[]> {
    const results = await isolateFailures(outcomes, (part) => this.#record(part));
    const failures: { readonly outcome: Outcome; readonly error: unknown }[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      const result = results[index]!;
      if (result.status === 'rejected') failures.push({ outcome, error: result.reason });
      else if (result.value) failing.add(outcome.endpointId);
    }
    if (failures.length === 0) return [];
    this.logger.warn('could not write outcomes of deliveries', { count: failures.length, error: failures[0]!.error });
    return failures.flatMap(({ outcome, error }) => (classifyPgError(error) ? [outcome] : withoutTexts(outcome)));
  }

  /** @returns for each whether it was written and its endpoint is failing */
  async #record(outcomes: readonly Outcome[]): Promise<readonly boolean[]> {
    const written = await recordOutcomes(this.database, this.owner.id, outcomes, this.clock.now());
    faultPoint('deliver.after-outcome');
    for (const { status, nextAttemptAt } of outcomes) {
      this.#settled.inc({ status });
      if (nextAttemptAt) this.alarm.ringBy(nextAttemptAt.getTime());
    }
    const lost = outcomes.length - written.length;
    if (lost > 0) this.logger.warn('outcomes of deliveries came after their lease', { count: lost });
    const failing = new Set(written.filter((row) => row.is_failing).map((row) => row.delivery_id));
    return outcomes.map(({ deliveryId }) => failing.has(deliveryId));
  }

  /** On its own and after the outcomes: should it be lost, the endpoint's next attempt makes up for it. */
  async #noteFared(outcomes: readonly Outcome[]): Promise<void> {
    const idsOf = (isMeant: (status: Outcome['status']) => boolean) =>
      outcomes.filter(({ attempt, status }) => attempt && isMeant(status)).map(({ endpointId }) => endpointId);
    const fared = {
      succeeded: idsOf((status) => status === 'delivered'),
      failed: idsOf((status) => status !== 'delivered'),
    };
    try {
      const now = this.clock.now();
      const failing = await noteFared(this.database, fared, now, new Date(now.getTime() - this.limits.failingMs));
      for (const endpointId of failing) this.disableEndpoint.request(endpointId, { reason: 'failing' });
    } catch (error) {
      this.logger.warn('could not note how endpoints fared', { error });
    }
  }
}

const UNWRITABLE = 'the answer could not be written down';

/** Better a delivery without its answer in the log than one that is sent again and again. Nothing when that has been tried. */
function withoutTexts(outcome: Outcome): Outcome[] {
  const { attempt } = outcome;
  if (!attempt || attempt.error === UNWRITABLE) return [];
  return [{ ...outcome, attempt: { ...attempt, error: UNWRITABLE, response_excerpt: null } }];
}
