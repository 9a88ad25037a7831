import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, toErrorAnswer } from '@centavo/contracts';
import { type LogFields, type Logger, traceIdOf } from '@centavo/runtime';
import type { DeadLetterSink, Handler, ReceivedMessage } from '../bus.js';
import { BatchRunner } from './batch-runner.js';
import { classifyError } from './classify-error.js';
import { isTooLate } from './deadline.js';
import type { ConsumptionLoad, ConsumptionMonitor } from './consumption-monitor.js';
import type { Delivery } from './delivery.js';
import { HandlerIndex } from './handler-index.js';
import { Lane } from './lane.js';
import { INTERNAL_ERROR_ANSWER, replyText } from './reply-text.js';
import { backoffMs, DEFAULT_RETRY_POLICY, type RetryPolicy } from './retry-policy.js';
import { SingleRunner } from './single-runner.js';
import type { Runner, Supervisor, Task, Verdict } from './task.js';

/** Whoever waits for an answer is a person or a client with a timeout of seconds. */
const REPLY_RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, longestDelayMs: 500 };

export interface EngineOptions {
  readonly group: string;
  readonly handlers: readonly Handler[];
  readonly deadLetters: DeadLetterSink;
  readonly monitor?: ConsumptionMonitor;
  /** Sends the answer to a message that has `replyTo`. */
  readonly sendReply: (request: ReceivedMessage, text: string) => Promise<void>;
  readonly logger: Logger;
  readonly retryPolicy?: RetryPolicy;
}

/**
 * What both adapters do with the messages of a group: chooses the handler by type, keeps the order per key across handlers and
 * retries, and decides by the type of an error whether to try again or to dead-letter. See the port for the promises.
 */
export class ConsumptionEngine {
  readonly #options: EngineOptions;
  readonly #runners: HandlerIndex<Runner>;
  readonly #lanes = new Map<string, Lane>();
  readonly #roomWaiters: (() => void)[] = [];
  #size = 0;
  #stopping = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    const supervisor: Supervisor = {
      begin: (task) => this.#begin(task),
      settle: (task, verdict) => this.#settle(task, verdict),
    };
    this.#runners = new HandlerIndex(options.handlers, (handler) =>
      handler.kind === 'batch' ? new BatchRunner(handler, supervisor) : new SingleRunner(handler, supervisor),
    );
  }

  /** Messages taken and not finished. */
  get size(): number {
    return this.#size;
  }

  get load(): ConsumptionLoad {
    return { messages: this.#size, keys: this.#lanes.size };
  }

  take(delivery: Delivery): void {
    if (this.#stopping) return delivery.released();
    const { message } = delivery;
    const runner = this.#runners.find(message.type);
    if (!runner) return delivery.finished();

    this.#size += 1;
    let lane = this.#lanes.get(message.key);
    if (!lane) this.#lanes.set(message.key, (lane = new Lane()));
    lane.push({ delivery, message, lane, runner, failures: 0 });
  }

  /** Resolves when fewer than `limit` messages are unfinished. */
  async room(limit: number): Promise<void> {
    while (this.#size >= limit) await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
  }

  /** Gives up what fits and has not been started. */
  release(fits: (delivery: Delivery) => boolean): void {
    for (const [key, lane] of this.#lanes) {
      for (const { delivery } of lane.removeUnstarted((task) => fits(task.delivery))) {
        this.#leave(() => delivery.released());
      }
      if (lane.isEmpty) this.#lanes.delete(key);
    }
  }

  /** Finishes what is with a handler, gives up the rest. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.release(() => true);
    await this.room(1);
  }

  #begin(task: Task): boolean {
    if (!task.lane.start(task)) return false;
    if (!isTooLate(task.message)) return true;

    const { logger, monitor } = this.#options;
    monitor?.dropped(task.message.type);
    logger.info('command dropped after its deadline', this.#fieldsOf(task.message));
    this.#finish(task);
    return false;
  }

  async #settle(task: Task, verdict: Verdict): Promise<void> {
    if (verdict.kind === 'done') return this.#finish(task, replyText(verdict.reply));
    if (verdict.kind === 'failed') return this.#recover(task, verdict.error);
    task.lane.putBack();
    this.#releaseWhenStopping();
  }

  async #recover(task: Task, error: unknown): Promise<void> {
    if (error instanceof DomainError && task.message.headers.replyTo) {
      return this.#finish(task, replyText(toErrorAnswer(error)));
    }
    task.failures += 1;
    const { logger, monitor, retryPolicy = DEFAULT_RETRY_POLICY } = this.#options;
    const kind = classifyError(error);
    // An outage says nothing about the message: it waits for the end of it, however long that takes.
    const mayPass = kind === 'outage' || (kind === 'transient' && task.failures < retryPolicy.maxAttempts);
    if (!mayPass && (await this.#deadLetter(task, error))) {
      return this.#finish(task, replyText(INTERNAL_ERROR_ANSWER));
    }
    const delayMs = backoffMs(task.failures, retryPolicy);
    monitor?.retried(task.message.type, kind === 'outage' ? kind : 'transient');
    const fields = { ...this.#fieldsOf(task.message), attempts: task.failures, delayMs, error };
    logger.debug('message will be tried again', fields);
    task.lane.retryIn(delayMs);
    this.#releaseWhenStopping();
  }

  /** @returns false when the letter could not be kept: then the message itself must be */
  async #deadLetter({ message, failures }: Task, error: unknown): Promise<boolean> {
    const { group, deadLetters, logger, monitor } = this.#options;
    const fields = { ...this.#fieldsOf(message), messageId: message.id, attempts: failures };
    try {
      await deadLetters.add({ message, group, reason: reasonOf(error), attempts: failures });
      monitor?.deadLettered(message.type);
      logger.error('message dead-lettered', { ...fields, error });
      return true;
    } catch (sinkError) {
      logger.error('message could neither be handled nor dead-lettered', { ...fields, error: sinkError });
      return false;
    }
  }

  /** The next message of the key may start at once; the delivery is over only when the answer is on its way. */
  #finish(task: Task, reply?: string): void {
    const { message, delivery, lane } = task;
    lane.finish(task);
    if (lane.isEmpty) this.#lanes.delete(message.key);

    const finished = (): void => this.#leave(() => delivery.finished());
    if (reply === undefined || !message.headers.replyTo) finished();
    else void this.#sendReply(message, reply).then(finished);
  }

  /** An answer is worth sending until nobody waits for it. Never rejects. */
  async #sendReply(request: ReceivedMessage, text: string): Promise<void> {
    for (let attempt = 1; !isTooLate(request); attempt += 1) {
      try {
        return await this.#options.sendReply(request, text);
      } catch (error) {
        const { logger } = this.#options;
        logger.warn('reply could not be sent', { ...this.#fieldsOf(request), attempt, error });
        if (this.#stopping || !request.headers.deadline) return;
        await sleep(backoffMs(attempt, REPLY_RETRY_POLICY));
      }
    }
  }

  /** What a line about a message says, so that it is found by the request that began it all. */
  #fieldsOf({ type, key, headers }: ReceivedMessage): LogFields {
    const { correlationId, traceparent } = headers;
    return { group: this.#options.group, type, key, correlationId, traceId: traceIdOf(traceparent) };
  }

  #releaseWhenStopping(): void {
    if (this.#stopping) this.release(() => true);
  }

  #leave(report: () => void): void {
    this.#size -= 1;
    report();
    for (const resolve of this.#roomWaiters.splice(0)) resolve();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
