import { PeriodicWork } from '@centavo/messaging';
import { Database, isolateFailures } from '@centavo/persistence';
import { FIRST_ID, Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { findChargesThatWait } from './movements.sql.js';
import { PostFollowUps } from './post-follow-ups.js';

/** How often it is looked whether an instance of an earlier version has left something. */
const INTERVAL_MS = 60_000;
const MAX_CHARGES = 200;

/**
 * Posts what earlier versions only kept, when the service starts and as long as one of them may still run. Posting and forgetting is one
 * transaction, so it may be killed anywhere, and several instances may do it at once.
 */
@Injectable()
export class PostWaitingMovements implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;
  #isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly followUps: PostFollowUps,
    private readonly logger: Logger,
  ) {
    this.#rounds = new PeriodicWork({
      name: 'waiting movements',
      intervalMs: INTERVAL_MS,
      work: () => this.post(),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    await this.#rounds.stop();
  }

  /** Posts all that can be. What cannot stays, and with it what happened to the same charge later. */
  async post(): Promise<void> {
    const next = (after: string): Promise<string[]> => findChargesThatWait(this.database, after, MAX_CHARGES);
    let chargeIds = await next(FIRST_ID);
    while (chargeIds.length > 0 && !this.#isStopping) {
      await this.#postOf(chargeIds);
      chargeIds = await next(chargeIds.at(-1)!);
    }
  }

  async #postOf(chargeIds: readonly string[]): Promise<void> {
    const results = await isolateFailures(chargeIds, async (ids) => {
      const refusals = await this.followUps.postWaiting(ids);
      for (const [messageId, error] of refusals) {
        this.logger.error('a movement from an earlier version cannot be posted', { messageId, error });
      }
      return ids;
    });
    results.forEach((result, index) => {
      if (result.status === 'fulfilled') return;
      const chargeId = chargeIds[index];
      this.logger.error('movements from an earlier version cannot be posted', { chargeId, error: result.reason });
    });
  }
}
