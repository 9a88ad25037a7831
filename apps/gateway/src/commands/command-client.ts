import {
  COMMAND_SERVICE,
  commandsOf,
  DomainError,
  fromErrorAnswer,
  type Answer,
  type CommandName,
  type Commands,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Bus, BusUnavailableError, ReplyTimeoutError, type AddressedMessage } from '@centavo/messaging';
import { Reads } from '@centavo/persistence';
import { Metrics, newId, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '../auth/caller.js';
import { OVERLOAD_RETRY_AFTER_SECONDS } from '../http/errors/retry-after.js';
import { AnswerTimes } from './answer-times.domain.js';

/** About a second of the fastest traffic one instance takes: more would only wait, and hold memory while it does. */
export const MAX_OUTSTANDING = 2000;

/** Sends commands to the services and waits for their answers. */
@Injectable()
export class CommandClient {
  readonly #durations;
  readonly #failures;
  readonly #answerTimes = new AnswerTimes();
  #outstanding = 0;

  constructor(
    private readonly bus: Bus,
    private readonly settings: Settings,
    metrics: Metrics,
    private readonly reads: Reads,
  ) {
    this.#durations = metrics.histogram('bus_request_duration_seconds');
    this.#failures = metrics.counter('bus_request_failures_total');
    metrics.observe('bus_requests_in_flight', {}, () => this.#outstanding);
  }

  /**
   * @param key the id of the aggregate: commands of one key are carried out in order
   * @throws DomainError the service's refusal; `service_unavailable` at once when too many are waiting, or many in a queue that stands
   * @throws BusUnavailableError, ReplyTimeoutError
   */
  async send<Name extends CommandName>(
    name: Name,
    key: string,
    payload: Commands[Name]['payload'],
    origin: RequestOrigin,
  ): Promise<SuccessAnswer<Commands[Name]['data']>> {
    const startedAtMs = performance.now();
    if (this.#outstanding >= Math.min(MAX_OUTSTANDING, this.#answerTimes.room(startedAtMs))) {
      const reason = 'commands_in_flight';
      throw new DomainError('service_unavailable', { retryAfterSeconds: OVERLOAD_RETRY_AFTER_SECONDS, reason });
    }
    if (this.#outstanding === 0) this.#answerTimes.noteFirst(startedAtMs);
    this.#outstanding += 1;
    this.reads.noteWrite(key);
    const stopTimer = this.#durations.startTimer({ command: name });
    try {
      const message = toMessage(name, key, payload, origin);
      const answer = (await this.bus.request(message, this.settings.replyTimeoutMs)) as Answer<Commands[Name]['data']>;
      const nowMs = performance.now();
      this.#answerTimes.noteAnswer(nowMs - startedAtMs, nowMs);
      if (!answer.ok) throw fromErrorAnswer(answer);
      return answer;
    } catch (error) {
      if (error instanceof ReplyTimeoutError) this.#failures.inc({ command: name, reason: 'timeout' });
      if (error instanceof BusUnavailableError) this.#failures.inc({ command: name, reason: 'unavailable' });
      throw error;
    } finally {
      stopTimer();
      this.#outstanding -= 1;
    }
  }

  /**
   * Sends a command whose answer nobody waits for; it has no deadline. Resolves when the bus has it.
   * @throws BusUnavailableError
   */
  async tell<Name extends CommandName>(
    name: Name,
    key: string,
    payload: Commands[Name]['payload'],
    origin: Partial<RequestOrigin> = {},
  ): Promise<void> {
    await this.bus.publish([toMessage(name, key, payload, origin)]);
  }
}

const toMessage = <Name extends CommandName>(
  name: Name,
  key: string,
  payload: Commands[Name]['payload'],
  { requestId, traceparent }: Partial<RequestOrigin>,
): AddressedMessage => ({
  topic: commandsOf(COMMAND_SERVICE[name]),
  id: newId(),
  type: name,
  key,
  value: JSON.stringify(payload),
  headers: { correlationId: requestId, traceparent },
});
