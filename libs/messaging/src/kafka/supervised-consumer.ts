import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@centavo/runtime';
import type { Consumer, ConsumerConfig, ConsumerGroupJoinEvent, EachBatchHandler, Kafka } from 'kafkajs';
import { backoffMs, type RetryPolicy } from '../consume/retry-policy.js';
import { RETRY } from './kafka-client.js';

export interface SupervisedConsumerOptions {
  readonly kafka: Kafka;
  readonly logger: Logger;
  /** Asked for every new consumer. */
  readonly config: () => Omit<ConsumerConfig, 'retry'>;
  readonly topics: readonly string[];
  /** Where a group without a committed position starts. */
  readonly fromBeginning: boolean;
  readonly eachBatch: EachBatchHandler;
  /** Called on every (re)join, before anything is fetched under it. */
  readonly onJoin: (event: ConsumerGroupJoinEvent['payload'], consumer: Consumer) => void;
  /** Called when the membership ended against our will: nothing may be committed for what was taken under it. */
  readonly onCrash: () => void;
}

const RESTART_POLICY: RetryPolicy = { maxAttempts: Infinity, firstDelayMs: 100, longestDelayMs: 1_000 };
/** kafkajs waits for answers of brokers that may be gone. */
const DISCONNECT_TIMEOUT_MS = 5_000;

/**
 * A kafkajs consumer that is replaced by a new one whenever it crashes. kafkajs restarts by itself only after some errors (not after a
 * TypeError, its own included) and keeps state of the broken connection; a new consumer has neither problem.
 */
export class SupervisedConsumer {
  readonly #options: SupervisedConsumerOptions;
  readonly #stopRequest = Promise.withResolvers<void>();
  readonly #firstJoin = Promise.withResolvers<void>();
  #consumer: Consumer | undefined;
  #joined = false;
  #stopping = false;
  #ended: Promise<void> | undefined;

  constructor(options: SupervisedConsumerOptions) {
    this.#options = options;
  }

  /** Resolves when the group was joined for the first time, however long the broker takes, or on `stop`. */
  async start(): Promise<void> {
    this.#ended = this.#superviseUntilStopped();
    await Promise.race([this.#firstJoin.promise, this.#stopRequest.promise]);
  }

  get isJoined(): boolean {
    return this.#joined;
  }

  /** Stops fetching but stays in the group. */
  pause(): void {
    if (this.#joined) this.#consumer?.pause(this.#options.topics.map((topic) => ({ topic })));
  }

  /** @throws when the broker refuses: the partition may be another member's by now */
  async commit(positions: readonly { topic: string; partition: number; offset: number }[]): Promise<void> {
    if (!this.#joined) throw new Error('Not a member of the group.');
    await this.#consumer?.commitOffsets(
      positions.map((position) => ({ ...position, offset: String(position.offset) })),
    );
  }

  /** Leaves the group. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#stopRequest.resolve();
    await this.#ended;
  }

  async #superviseUntilStopped(): Promise<void> {
    const { logger, onCrash, topics } = this.#options;
    for (let attempt = 1; !this.#stopping; attempt += 1) {
      const error = await this.#consumeUntilCrash(() => (attempt = 0));
      this.#joined = false;
      if (this.#stopping) return;
      const say = attempt === 1 ? 'warn' : 'debug';
      logger[say]('consumer lost its broker; starting another', { topics, attempt, error });
      onCrash();
      const delayMs = backoffMs(attempt + 1, RESTART_POLICY);
      await Promise.race([sleep(delayMs, undefined, { ref: false }), this.#stopRequest.promise]);
    }
  }

  async #consumeUntilCrash(onJoined: () => void): Promise<unknown> {
    const { kafka, config, topics, fromBeginning, eachBatch, onJoin } = this.#options;
    const consumer = kafka.consumer({ ...config(), retry: { ...RETRY, restartOnFailure: async () => false } });
    const crash = Promise.withResolvers<unknown>();
    consumer.on(consumer.events.CRASH, ({ payload }) => crash.resolve(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      onJoin(payload, consumer);
      this.#joined = true;
      onJoined();
      this.#firstJoin.resolve();
    });
    this.#consumer = consumer;
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning });
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
      return await Promise.race([crash.promise, this.#stopRequest.promise]);
    } catch (error) {
      return error;
    } finally {
      await Promise.race([
        consumer.disconnect().catch(() => undefined),
        sleep(DISCONNECT_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    }
  }
}
