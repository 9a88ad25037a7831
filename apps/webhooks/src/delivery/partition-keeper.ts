import { Database } from '@centavo/persistence';
import { Clock, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

const DAY_MS = 86_400_000;
/** So long ahead that a failure every day for three weeks harms nothing. */
const AHEAD_MS = 28 * DAY_MS;

/** Sees to it that the weeks to come have their partitions. */
@Injectable()
export class PartitionKeeper {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await this.#ensure();
    this.#timer = setInterval(() => void this.#ensure(), DAY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #ensure(): Promise<void> {
    const nowMs = this.clock.nowMs();
    try {
      await this.database.query('SELECT ensure_partitions($1, $2)', [new Date(nowMs), new Date(nowMs + AHEAD_MS)]);
    } catch (error) {
      this.logger.error('could not make the partitions of the coming weeks', { error });
    }
  }
}
