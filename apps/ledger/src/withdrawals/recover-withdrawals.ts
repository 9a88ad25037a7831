import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WithdrawalDrafts } from './create/withdrawal-draft.js';
import { PROCESSING_LEASE_MS } from './due-work.js';
import { HandOverQueue } from './hand-over/hand-over-queue.js';
import { claimDueTasks, type ClaimedTask } from './withdrawal-tasks.sql.js';

/** How often overdue tasks are looked for: what a killed process left behind waits this long beyond its lease. */
const INTERVAL_MS = 2_000;
const MAX_CLAIMED = 200;

/** Takes over withdrawals whose process has died or whose bank did not answer. However many instances run, each has one owner. */
@Injectable()
export class RecoverWithdrawals implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(
    private readonly database: Database,
    private readonly drafts: WithdrawalDrafts,
    private readonly handOvers: HandOverQueue,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    const work = async (): Promise<void> => void (await this.recover());
    this.#rounds = new PeriodicWork({ name: 'withdrawal recovery', intervalMs: INTERVAL_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#rounds.stop();
    await this.handOvers.drained();
  }

  /** One round; returns how many withdrawals it took over. */
  async recover(): Promise<number> {
    if (this.handOvers.isFull) return 0;
    const leasedUntil = new Date(this.clock.nowMs() + PROCESSING_LEASE_MS);
    const tasks = await claimDueTasks(this.database, PROCESSING_LEASE_MS, MAX_CLAIMED);
    for (const task of tasks) this.#takeOver(task, leasedUntil);
    if (tasks.length > 0) this.logger.info('withdrawals taken over', { count: tasks.length });
    return tasks.length;
  }

  /** One whose destination cannot be read holds up no other. */
  #takeOver({ destination, mayBeAsked: mayHaveRun, ...task }: ClaimedTask, leasedUntil: Date): void {
    const { id } = task.withdrawal;
    try {
      const opened = this.drafts.open(destination, id);
      this.handOvers.add({ ...task, destination: opened, leasedUntil, mayHaveRun });
    } catch (error) {
      this.logger.error('a withdrawal cannot be paid: its destination cannot be read', { withdrawalId: id, error });
    }
  }
}
