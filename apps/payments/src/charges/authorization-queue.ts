import type { MessageHeaders } from '@centavo/messaging';
import { Clock, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AuthorizeCharge } from './authorize-charge.js';
import type { ChargeState } from './charge.domain.js';

/** A charge whose acquirer is to be asked. */
export interface DueAuthorization {
  readonly charge: ChargeState;
  /** Correlation and trace of the request that made it. */
  readonly cause: MessageHeaders;
  /** Until then no other instance takes this charge over. */
  readonly leasedUntil: Date;
  /** Whether an earlier process may have asked the acquirer already. */
  readonly mayHaveRun: boolean;
}

/** For how long a charge belongs to the instance that made it or took it over. */
export const AUTHORIZATION_LEASE_MS = 15_000;
/** A call may still be on its way this long after it was started; nothing is started on a lease that ends before. */
const AUTHORIZATION_TIME_MS = 8_000;
/** Calls to the acquirer at once. */
const CONCURRENCY = 256;
/** Beyond this, new charges are refused: what waits here would outlive its lease. */
const MAX_QUEUED = 4_000;

/** The charges of this instance that wait for the acquirer: bounded in number and in concurrency. */
@Injectable()
export class AuthorizationQueue {
  readonly #limit = pLimit(CONCURRENCY);
  #size = 0;
  #idle: (() => void)[] = [];

  constructor(
    private readonly authorizeCharge: AuthorizeCharge,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  get isFull(): boolean {
    return this.#size >= MAX_QUEUED;
  }

  /** Lines a charge up. What goes wrong is logged and left to recovery: the task stays until the charge has moved. */
  add(due: DueAuthorization): void {
    this.#size += 1;
    void this.#limit(() => this.#run(due));
  }

  /** Resolves when nothing waits or runs any more. */
  async drained(): Promise<void> {
    if (this.#size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  async #run({ charge, cause, leasedUntil, mayHaveRun }: DueAuthorization): Promise<void> {
    try {
      if (this.clock.nowMs() + AUTHORIZATION_TIME_MS > leasedUntil.getTime()) return;
      await this.authorizeCharge.execute(charge, cause, mayHaveRun);
    } catch (error) {
      this.logger.warn('charge left to recovery', { chargeId: charge.id, error });
    } finally {
      this.#size -= 1;
      if (this.#size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }
}
