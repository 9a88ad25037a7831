import { carryOutTraced, PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, faultPoint, Logger, Tracer, untilFewer, type LogFields } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { AuthorizationQueue } from './authorize/authorization-queue.js';
import { ReverseFailedCharge } from './reverse-failed-charge.js';
import { claimDueTasks, claimDueTimers, type ClaimedTask } from './charge-tasks.sql.js';
import { AbandonCharge } from './create/abandon-charge.js';
import { TASK_LEASE_MS, type DueWork } from './due-work.js';
import { ExpireCharge } from './operate/expire-charge.js';
import { FinishOperation } from './operate/finish-operation.js';

/** How often overdue tasks and timers are looked for: what a killed process left behind waits this long beyond its lease. */
const INTERVAL_MS = 2_000;
const MAX_CLAIMED = 200;
const MAX_EXPIRED = 50;
/** An expiry that the acquirer did not carry out is tried again after this. */
const EXPIRY_RETRY_MS = 60_000;

/**
 * Takes over what a process left that died between a commit and the acquirer's answer, and ends charges whose time has passed. However
 * many instances run, each charge has one owner.
 */
@Injectable()
export class RecoverCharges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(
    private readonly database: Database,
    private readonly authorizations: AuthorizationQueue,
    private readonly abandonCharge: AbandonCharge,
    private readonly reverseFailedCharge: ReverseFailedCharge,
    private readonly finishOperation: FinishOperation,
    private readonly expireCharge: ExpireCharge,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly tracer: Tracer,
  ) {
    const work = async (): Promise<void> => {
      await this.recover();
      await this.expire();
    };
    this.#rounds = new PeriodicWork({ name: 'charge recovery', intervalMs: INTERVAL_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#rounds.stop();
    await this.authorizations.drained();
  }

  /** One round; returns how many charges it took over. */
  async recover(): Promise<number> {
    if (this.authorizations.isFull) return 0;
    const leasedUntil = new Date(this.clock.nowMs() + TASK_LEASE_MS);
    const tasks = await claimDueTasks(this.database, TASK_LEASE_MS, MAX_CLAIMED);
    if (tasks.length === 0) return 0;
    faultPoint('recover.after-claim');
    await Promise.all(tasks.map((task) => this.#takeOver(task, leasedUntil)));
    this.logger.info('charges taken over', { count: tasks.length });
    return tasks.length;
  }

  /** Ends all charges whose hour has come; returns how many it tried. */
  expire(): Promise<number> {
    return untilFewer(MAX_EXPIRED, async () => {
      const due = await claimDueTimers(this.database, EXPIRY_RETRY_MS, MAX_EXPIRED);
      if (due.length > 0) faultPoint('expire.after-claim');
      await Promise.all(
        due.map((id) => this.#attempt({ chargeId: id, type: 'expire' }, () => this.expireCharge.execute(id, null, {}))),
      );
      return due.length;
    });
  }

  async #takeOver({ charge, kind, operation, cause, attempts }: ClaimedTask, leasedUntil: Date): Promise<void> {
    const due: DueWork = { charge, cause, leasedUntil, mayHaveRun: true };
    if (kind === 'authorize') return this.authorizations.add(due);
    const what = { chargeId: charge.id, type: kind, attempts, correlationId: cause.correlationId };
    const carryOut = async (work: DueWork): Promise<unknown> => {
      if (kind === 'abandon') return this.abandonCharge.execute(work);
      if (kind === 'reverse') return this.reverseFailedCharge.execute(work, operation!);
      return this.finishOperation.execute({ operation: operation!, due: work });
    };
    await this.#attempt(what, () => carryOutTraced(this.tracer, `recover ${kind}`, due, carryOut));
  }

  /** What does not succeed is tried again when its lease has ended. */
  async #attempt(
    what: Pick<LogFields, 'chargeId' | 'type' | 'attempts' | 'correlationId'>,
    work: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn('charge left to the next recovery', { ...what, error });
    }
  }
}
