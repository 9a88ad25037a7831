import { saoPauloDateOf, type LocalDate } from '@centavo/brazil';
import { Outbox, PeriodicWork } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, FIRST_ID, Logger, newId } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { claimDay, findMerchantsToServe, finishDay } from './automatic-anticipations.sql.js';
import { RequestAnticipation } from './request-anticipation.js';

/** How long after midnight in São Paulo, or after an operator has said so, a merchant is served. */
const INTERVAL_MS = 60_000;
const MERCHANTS_AT_ONCE = 100;
/** Anticipations whose events may wait for the bus before the next one is made. */
const MAX_UNHEARD_ROWS = 8;

/**
 * Anticipates everything that can be, once a day in São Paulo, for merchants that want it. The day is noted in the transaction of the
 * anticipation: however many instances run, and whenever one dies, a merchant is served once. Who has more than one anticipation takes gets
 * several, each in a transaction of its own, and the day is done with the last.
 */
@Injectable()
export class AnticipateDaily implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;
  readonly #stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly request: RequestAnticipation,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.#rounds = new PeriodicWork({
      name: 'automatic anticipations',
      intervalMs: INTERVAL_MS,
      work: async () => void (await this.execute()),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    return this.#rounds.stop();
  }

  /** Serves all merchants that have not been today. @returns how many anticipations this instance made */
  async execute(): Promise<number> {
    const today = saoPauloDateOf(this.clock.now());
    let after = FIRST_ID;
    for (let total = 0; ;) {
      const merchantIds = await findMerchantsToServe(this.database, today, after, MERCHANTS_AT_ONCE);
      for (const merchantId of merchantIds) total += await this.#serve(merchantId, today);
      if (merchantIds.length < MERCHANTS_AT_ONCE || this.#stopping.signal.aborted) return total;
      after = merchantIds.at(-1)!;
    }
  }

  /** One merchant's trouble is not the others': it is served in a later round. */
  async #serve(merchantId: string, today: LocalDate): Promise<number> {
    let count = 0;
    try {
      while (!this.#stopping.signal.aborted) {
        await this.outbox.shrunkTo(MAX_UNHEARD_ROWS, this.#stopping.signal);
        const step = await this.database.transaction((transaction) => this.#step(transaction, merchantId, today));
        if (step.anticipationId) count += 1;
        if (step.isDone) return count;
        this.logger.info('more to anticipate than one takes', { merchantId, anticipationId: step.anticipationId });
      }
    } catch (error) {
      this.logger.warn('merchant left to the next round of automatic anticipations', { merchantId, error });
    }
    return count;
  }

  async #step(transaction: Transaction, merchantId: string, today: LocalDate): Promise<Step> {
    if (!(await claimDay(transaction, merchantId, today))) return { isDone: true };
    const { anticipation, isAll } = await this.request.attempt(transaction, {
      id: newId(),
      wish: { merchantId, type: 'automatic', receivableIds: null },
      metadata: null,
      cause: {},
    });
    if (isAll) await finishDay(transaction, merchantId, today);
    return { isDone: isAll, anticipationId: anticipation?.id };
  }
}

interface Step {
  readonly isDone: boolean;
  readonly anticipationId?: string | undefined;
}
