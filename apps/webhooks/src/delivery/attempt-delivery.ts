import { Clock, GuardedHttpClient, inTrace, Metrics, OutboundError, Tracer } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { signatureHeaders } from '../signing/sign-postback.domain.js';
import { keysValidAt } from '../signing/signing-keys.domain.js';
import type { AttemptResult } from './attempt.domain.js';
import { beginAttemptSpan, endAttemptSpan } from './attempt-span.js';
import type { DeliveryJob } from './delivery-job.js';
import { retryAfterMs } from './retry-schedule.domain.js';

const FIXED_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'user-agent': 'Centavo-Postbacks/1.0',
  accept: '*/*',
  'accept-encoding': 'identity',
} as const;

/** One attempt: signs the event's bytes, sends them and says what came back. It never throws. */
@Injectable()
export class AttemptDelivery {
  readonly #seconds;

  constructor(
    private readonly client: GuardedHttpClient,
    private readonly clock: Clock,
    metrics: Metrics,
    private readonly tracer: Tracer,
  ) {
    this.#seconds = metrics.histogram('postback_attempt_seconds');
  }

  async attempt(job: DeliveryJob): Promise<AttemptResult> {
    const result = await (job.traceparent === null ? this.#attempt(job) : this.#traced(job, job.traceparent));
    this.#seconds.observe({ answer: answerLabel(result) }, result.latencyMs / 1_000);
    return result;
  }

  async #traced(job: DeliveryJob, traceparent: string): Promise<AttemptResult> {
    const span = beginAttemptSpan(this.tracer, job, traceparent);
    if (!span) return this.#attempt(job);
    const result = await inTrace(this.tracer, span.traceparent, () => this.#attempt(job));
    endAttemptSpan(span, result);
    return result;
  }

  async #attempt({ eventId, body, endpoint }: DeliveryJob): Promise<AttemptResult> {
    const attemptedAtMs = this.clock.nowMs();
    const startedMs = performance.now();
    const timestampSeconds = Math.floor(attemptedAtMs / 1_000);
    const signature = signatureHeaders({ eventId, timestampSeconds, body }, keysValidAt(endpoint, attemptedAtMs));
    const met = (result: Partial<AttemptResult>): AttemptResult => ({
      attemptedAtMs,
      latencyMs: Math.round(performance.now() - startedMs),
      statusCode: null,
      isOverdue: false,
      error: null,
      responseExcerpt: null,
      retryAfterMs: null,
      ...result,
    });
    try {
      const headers = { ...FIXED_HEADERS, ...signature };
      const answer = await this.client.send({ method: 'POST', url: endpoint.url, headers, body });
      return met({
        latencyMs: Math.round(answer.statusMs),
        statusCode: answer.status,
        isOverdue: answer.isOverdue,
        responseExcerpt: answer.excerpt,
        retryAfterMs: retryAfterMs(answer.headers['retry-after'], this.clock.nowMs()),
      });
    } catch (error) {
      return met({ error: describe(error) });
    }
  }
}

/** `2xx`, `5xx`, `none`: the classes, because every other number would be one more time series. */
const answerLabel = ({ statusCode }: AttemptResult): string =>
  statusCode === null ? 'none' : `${Math.floor(statusCode / 100)}xx`;

/** For the merchant's eyes: what the guarded client names, and nothing of our own inside. */
function describe(error: unknown): string {
  return error instanceof OutboundError ? `${error.failure}: ${error.message}` : 'internal_error';
}
