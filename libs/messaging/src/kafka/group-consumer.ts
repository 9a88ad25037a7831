import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@centavo/runtime';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { RunningSubscription } from '../bus.js';
import type { ConsumptionEngine } from '../consume/consumption-engine.js';
import type { ConsumptionLoad } from '../consume/consumption-monitor.js';
import type { Delivery } from '../consume/delivery.js';
import { KafkaJSError } from './kafkajs.js';
import { PartitionOffsets } from './partition-offsets.js';
import { SupervisedConsumer } from './supervised-consumer.js';
import { fromRecord } from './wire-format.js';

export interface GroupConsumerOptions {
  readonly kafka: Kafka;
  readonly logger: Logger;
  readonly group: string;
  readonly topics: readonly string[];
  readonly engine: ConsumptionEngine;
  /** After this silence the broker gives a member's partitions to others. */
  readonly sessionTimeoutMs: number;
}

/** Messages taken and not finished, beyond which nothing more is taken. */
const MAX_UNFINISHED = 2_000;
const COMMIT_INTERVAL_MS = 150;
/** How long a fetch waits at an idle broker: also how long leaving can take. */
export const FETCH_WAIT_MS = 500;
/** Heartbeats within one session timeout; one may get lost. */
const HEARTBEATS_PER_SESSION = 4;

interface KafkaDelivery extends Delivery {
  readonly topic: string;
  readonly partition: number;
}

/** Brings the messages of a consumer group to its engine and commits what the engine has finished. */
export class GroupConsumer implements RunningSubscription {
  readonly #options: GroupConsumerOptions;
  readonly #consumer: SupervisedConsumer;
  readonly #offsets = new PartitionOffsets();
  readonly #heartbeatIntervalMs: number;
  #memberId: string | undefined;
  #commitTimer: NodeJS.Timeout | undefined;
  #committing: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(options: GroupConsumerOptions) {
    this.#options = options;
    const { kafka, logger, group, topics, sessionTimeoutMs } = options;
    this.#heartbeatIntervalMs = Math.floor(sessionTimeoutMs / HEARTBEATS_PER_SESSION);
    this.#consumer = new SupervisedConsumer({
      kafka,
      logger: logger.child({ group }),
      topics,
      fromBeginning: true,
      config: () => ({
        groupId: group,
        sessionTimeout: sessionTimeoutMs,
        rebalanceTimeout: sessionTimeoutMs * 2,
        heartbeatInterval: this.#heartbeatIntervalMs,
        maxWaitTimeInMs: FETCH_WAIT_MS,
        minBytes: 1,
        allowAutoTopicCreation: false,
      }),
      eachBatch: (payload) => this.#takeBatch(payload),
      onJoin: ({ memberId, memberAssignment }) => this.#onJoin(memberId, memberAssignment),
      onCrash: () => this.#forgetAll(),
    });
  }

  start(): Promise<void> {
    return this.#consumer.start();
  }

  get load(): ConsumptionLoad {
    return this.#options.engine.load;
  }

  get group(): string {
    return this.#options.group;
  }

  get isJoined(): boolean {
    return this.#consumer.isJoined;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#consumer.pause();
    await this.#options.engine.stop();
    clearTimeout(this.#commitTimer);
    await this.#commit();
    await this.#consumer.stop();
  }

  /**
   * Takes a fetched batch and returns before it is handled, so that one slow partition does not hold up the fetch of the others.
   * kafkajs's own errors (a rebalance has begun) have to reach it; others must not look like bugs of ours to it, because it does not
   * try again after a TypeError.
   */
  async #takeBatch(payload: EachBatchPayload): Promise<void> {
    const { topic, partition, messages } = payload.batch;
    try {
      for (const record of messages) {
        // Not awaited without need: what was fetched together shall reach a batch handler together.
        if (this.#options.engine.size >= MAX_UNFINISHED) await this.#waitForRoom(() => payload.heartbeat());
        if (this.#stopping || !payload.isRunning() || payload.isStale()) return;
        this.#take(topic, partition, Number(record.offset), () => fromRecord(topic, partition, record));
        payload.resolveOffset(record.offset);
      }
    } catch (error) {
      if (error instanceof KafkaJSError) throw error;
      throw new Error('A fetched batch could not be taken.', { cause: error });
    }
  }

  #take(topic: string, partition: number, offset: number, decode: () => Delivery['message']): void {
    const tracker = this.#offsets.tracker(topic, partition, offset);
    if (!tracker.take(offset)) return;
    const delivery: KafkaDelivery = {
      topic,
      partition,
      message: decode(),
      finished: () => {
        tracker.finish(offset);
        this.#scheduleCommit();
      },
      // Its offset stays a hole: nothing after it is committed, and whoever gets the partition next gets it again.
      released: () => undefined,
    };
    this.#options.engine.take(delivery);
  }

  async #waitForRoom(heartbeat: () => Promise<void>): Promise<void> {
    const { engine } = this.#options;
    while (engine.size >= MAX_UNFINISHED && !this.#stopping) {
      await Promise.race([engine.room(MAX_UNFINISHED), sleep(this.#heartbeatIntervalMs, undefined, { ref: false })]);
      await heartbeat();
    }
  }

  /** A new member id means that the group had expelled us: others may have handled on, so nothing we knew holds. */
  #onJoin(memberId: string, assignment: Readonly<Record<string, readonly number[]>>): void {
    if (this.#memberId !== memberId) this.#forgetAll();
    this.#memberId = memberId;
    this.#offsets.keep(assignment);
    this.#releaseLost();
  }

  #forgetAll(): void {
    this.#offsets.forgetAll();
    this.#releaseLost();
  }

  #releaseLost(): void {
    this.#options.engine.release((delivery) => {
      const { topic, partition } = delivery as KafkaDelivery;
      return !this.#offsets.holds(topic, partition);
    });
  }

  #scheduleCommit(): void {
    this.#commitTimer ??= setTimeout(() => {
      this.#commitTimer = undefined;
      this.#committing = this.#commit();
    }, COMMIT_INTERVAL_MS);
  }

  async #commit(): Promise<void> {
    await this.#committing;
    const positions = this.#offsets.progress();
    if (positions.length === 0) return;
    try {
      await this.#consumer.commit(positions.map(({ topic, partition, offset }) => ({ topic, partition, offset })));
      for (const { tracker, offset } of positions) tracker.committed(offset);
    } catch (error) {
      // Not a loss: what is not committed comes again.
      this.#options.logger.debug('offsets could not be committed', { group: this.#options.group, error });
      if (!this.#stopping) this.#scheduleCommit();
    }
  }
}
