import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { AuthorizationQueue } from './authorization-queue.js';
import { claimDueTasks, findCharges } from './charges.sql.js';
import { AUTHORIZATION_LEASE_MS } from './due-authorization.js';

/** How often overdue tasks are looked for: what a killed process left behind waits this long beyond its lease. */
const INTERVAL_MS = 2_000;
const MAX_CLAIMED = 200;

/** Takes over charges whose process died between their commit and the acquirer's answer. However many instances run, each charge has one owner. */
@Injectable()
export class RecoverCharges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;

  constructor(
    private readonly database: Database,
    private readonly authorizations: AuthorizationQueue,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    const work = async (): Promise<void> => void (await this.recover());
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
    const leasedUntil = new Date(this.clock.nowMs() + AUTHORIZATION_LEASE_MS);
    const tasks = await claimDueTasks(this.database, AUTHORIZATION_LEASE_MS, MAX_CLAIMED);
    if (tasks.length === 0) return 0;
    const charges = await findCharges(
      this.database,
      tasks.map(({ charge_id }) => charge_id),
    );
    const causes = new Map(tasks.map(({ charge_id, cause }) => [charge_id, cause]));
    for (const charge of charges) {
      this.authorizations.add({ charge, cause: causes.get(charge.id) ?? {}, leasedUntil, mayHaveRun: true });
    }
    this.logger.info('charges taken over', { count: charges.length });
    return charges.length;
  }
}
