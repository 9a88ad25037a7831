import { Database } from '@centavo/persistence';
import { faultPoint, Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { AcquirerNotifications } from '../acquirer.port.js';
import { SandboxAcquirer } from './sandbox-acquirer.js';
import {
  claimNotifications,
  deleteNotifications,
  nextNotificationInMs,
  type DueNotification,
} from './sandbox-notifications.sql.js';

/** For what another process scheduled and did not live to tell. What this one schedules it knows of without looking. */
const LONGEST_PAUSE_MS = 30_000;
/** Under load a round serves all that fell due since the last. */
const SHORTEST_PAUSE_MS = 300;
const MAX_CLAIMED = 100;
/** The first of the growing pauses between attempts. It is the lease too: told twice in parallel, a notification does no harm. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** Some two and a half minutes. A charge that was not captured by then will not be: its task has been taken over long ago. */
const MAX_ATTEMPTS = 11;

/** Tells what the sandbox scheduled, when it is due. An idle one asks the database every 30 s and no more. */
@Injectable()
export class SandboxNotifier implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #isRunning = false;
  #round: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #timerEndsAtMs = Infinity;

  constructor(
    private readonly database: Database,
    private readonly acquirer: SandboxAcquirer,
    private readonly notifications: AcquirerNotifications,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#isRunning = true;
    this.acquirer.onNotificationScheduled((dueInMs) => this.#lookWithin(dueInMs));
    this.#lookWithin(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#round;
  }

  /** One round: tells what is due. @returns in how many milliseconds to look again */
  async tellDue(): Promise<number> {
    const due = await claimNotifications(this.database, {
      limit: MAX_CLAIMED,
      firstPauseMs: FIRST_RETRY_MS,
      longestPauseMs: LONGEST_RETRY_MS,
    });
    const isOver = await Promise.all(due.map((notification) => this.#tell(notification)));
    const over = due.filter((_, index) => isOver[index]).map(({ id }) => id);
    if (over.length > 0) await deleteNotifications(this.database, over);
    const nextInMs = (await nextNotificationInMs(this.database)) ?? LONGEST_PAUSE_MS;
    return Math.min(Math.max(nextInMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
  }

  #lookWithin(pauseMs: number): void {
    const endsAtMs = performance.now() + pauseMs;
    if (!this.#isRunning || this.#timerEndsAtMs <= endsAtMs) return;
    clearTimeout(this.#timer);
    this.#timerEndsAtMs = endsAtMs;
    this.#timer = setTimeout(() => {
      this.#timerEndsAtMs = Infinity;
      this.#round = this.#round.then(() => this.#look());
    }, pauseMs);
  }

  async #look(): Promise<void> {
    try {
      this.#lookWithin(await this.tellDue());
    } catch (error) {
      this.logger.warn('sandbox notifications not told', { error });
      this.#lookWithin(LONGEST_PAUSE_MS);
    }
  }

  /** @returns whether there is nothing left to do about it */
  async #tell({ id, kind, reference, attempts }: DueNotification): Promise<boolean> {
    try {
      faultPoint('tell.after-claim');
      const isTaken = await this.notifications.receive({ id, kind, reference });
      faultPoint('tell.after-commit');
      if (isTaken) return true;
    } catch (error) {
      this.logger.warn('a sandbox notification was not taken', { chargeId: reference, attempt: attempts, error });
    }
    if (attempts < MAX_ATTEMPTS) return false;
    this.logger.warn('a sandbox notification was given up', { chargeId: reference, attempts });
    return true;
  }
}
