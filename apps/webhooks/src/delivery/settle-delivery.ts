import { Database } from '@centavo/persistence';
import { Clock, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { disableEndpoint } from '../endpoints/endpoints.sql.js';
import { settle, type AttemptResult, type Settlement } from './attempt.domain.js';
import type { LoggedAttempt } from './deliveries.sql.js';
import { dueKeyOf, type DeliveryJob } from './delivery-job.js';
import { DeliveryLimits } from './delivery-limits.js';
import type { DueKey } from './due-deliveries.sql.js';
import { OutcomeRecorder } from './outcome-recorder.js';

/** Decides what an attempt means for its delivery, and for its endpoint, and has it written. */
@Injectable()
export class SettleDelivery {
  constructor(
    private readonly database: Database,
    private readonly recorder: OutcomeRecorder,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  settle(job: DeliveryJob, result: AttemptResult): Settlement {
    const settlement = settle(this.limits.retrySchedule, job.attempt, result);
    const { status, nextAttemptAtMs, endpointGone } = settlement;
    const nextAttemptAt = nextAttemptAtMs === null ? null : new Date(nextAttemptAtMs);
    const { deliveryId } = job;
    const recorded = this.recorder.record({
      ...dueKeyOf(job),
      deliveryId,
      status,
      nextAttemptAt,
      attempt: toLog(job, result),
    });
    if (endpointGone) void recorded.then(() => this.#disable(job.endpoint.id));
    return settlement;
  }

  /** Gives up a delivery whose endpoint wants none any more. */
  cancel(key: DueKey, deliveryId: string): void {
    void this.recorder.record({ ...key, deliveryId, status: 'canceled', nextAttemptAt: null, attempt: null });
  }

  async #disable(endpointId: string): Promise<void> {
    try {
      const count = await disableEndpoint(this.database, endpointId, 'gone', this.clock.now());
      this.logger.info('postback endpoint disabled: it answered 410', { endpointId, count });
    } catch (error) {
      // The next delivery will be answered with 410 too.
      this.logger.warn('could not disable a postback endpoint', { endpointId, error });
    }
  }
}

/** PostgreSQL's JSON cannot hold the NUL that a hostile answer may. */
const withoutNul = (text: string | null): string | null => text?.replaceAll('\0', '\uFFFD') ?? null;

const toLog = (job: DeliveryJob, result: AttemptResult): LoggedAttempt => ({
  number: job.attempt,
  attempted_at: new Date(result.attemptedAtMs).toISOString(),
  status_code: result.statusCode,
  latency_ms: result.latencyMs,
  error: withoutNul(result.error),
  response_excerpt: withoutNul(result.responseExcerpt),
});
