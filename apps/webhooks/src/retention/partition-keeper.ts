import { PeriodicWork } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { dropOldestWeek, ensurePartitions, purgeExpired } from './retention.sql.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** So long ahead that three weeks of failures harm nothing. */
const WEEKS_AHEAD = 4;

/**
 * Sees to it that the weeks to come have their partitions, and that weeks past the retention lose theirs. There is seldom something to do,
 * and what could not be done now is tried again in an hour. Harmless when several instances do it.
 */
@Injectable()
export class PartitionKeeper {
  readonly #rounds: PeriodicWork;

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.#rounds = new PeriodicWork({
      name: 'retention of postbacks',
      intervalMs: HOUR_MS,
      work: () => this.#keep(),
      logger,
    });
  }

  /** Resolves when there are partitions for what comes now. */
  async start(): Promise<void> {
    await this.#ensure();
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async #keep(): Promise<void> {
    await this.#ensure();
    const keptSince = new Date(this.clock.nowMs() - this.settings.postbackRetentionDays * DAY_MS);
    while (await dropOldestWeek(this.database, keptSince)) this.logger.info('dropped a week of postbacks');
    await purgeExpired(this.database, keptSince);
  }

  async #ensure(): Promise<void> {
    const nowMs = this.clock.nowMs();
    for (let week = 0; week <= WEEKS_AHEAD; week += 1) await this.#ensureWeek(new Date(nowMs + week * 7 * DAY_MS));
  }

  /** One by one: what keeps one from being made does not undo the others. */
  async #ensureWeek(time: Date): Promise<void> {
    try {
      await ensurePartitions(this.database, time, time);
    } catch (error) {
      this.logger.error('could not make the partitions of a week', { error });
    }
  }
}
