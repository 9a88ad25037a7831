import { Injectable } from '@nestjs/common';
import { settle, type AttemptResult, type Settlement } from './attempt.domain.js';
import type { LoggedAttempt } from './deliveries.sql.js';
import { dueKeyOf, type DeliveryJob } from './delivery-job.js';
import { DeliveryLimits } from './delivery-limits.js';
import { DisableEndpoint } from './disable-endpoint.js';
import type { DueKey } from './due-deliveries.sql.js';
import { OutcomeRecorder } from './outcome-recorder.js';

/** Decides what an attempt means for its delivery, and for its endpoint, and has it written. */
@Injectable()
export class SettleDelivery {
  constructor(
    private readonly recorder: OutcomeRecorder,
    private readonly disableEndpoint: DisableEndpoint,
    private readonly limits: DeliveryLimits,
  ) {}

  settle(job: DeliveryJob, result: AttemptResult): Settlement {
    const settlement = settle(this.limits.retrySchedule, job.attempt, result);
    const { status, nextAttemptAtMs, endpointGone } = settlement;
    const nextAttemptAt = nextAttemptAtMs === null ? null : new Date(nextAttemptAtMs);
    const { deliveryId, endpoint } = job;
    const recorded = this.recorder.record({
      ...dueKeyOf(job),
      deliveryId,
      status,
      nextAttemptAt,
      attempt: toLog(result),
    });
    if (endpointGone) {
      // Afterwards, because it cancels whatever has no outcome by then.
      const ground = { reason: 'gone', updatedAt: endpoint.updatedAt } as const;
      void recorded.then(() => this.disableEndpoint.request(endpoint.id, ground));
    }
    return settlement;
  }

  /** Gives up a delivery whose endpoint wants none any more. */
  cancel(key: DueKey, deliveryId: string): void {
    void this.recorder.record({ ...key, deliveryId, status: 'canceled', nextAttemptAt: null, attempt: null });
  }
}

/** PostgreSQL's JSON cannot hold the NUL nor the half characters that a hostile answer may. */
const storable = (text: string | null): string | null => text?.toWellFormed().replaceAll('\0', '\uFFFD') ?? null;

const toLog = (result: AttemptResult): LoggedAttempt => ({
  attempted_at: new Date(result.attemptedAtMs).toISOString(),
  status_code: result.statusCode,
  latency_ms: result.latencyMs,
  error: storable(result.error),
  response_excerpt: storable(result.responseExcerpt),
});
