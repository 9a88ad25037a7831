import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, newId } from '@centavo/runtime';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import type { PendingReplies } from '../pending-replies.js';
import { FETCH_WAIT_MS } from './group-consumer.js';
import { addressOf, FOR_INSTANCE, formatAddress, IN_REPLY_TO, type ReplyAddress } from './reply-address.js';
import { singlePartitionAssigner } from './single-partition-assigner.js';
import { SupervisedConsumer } from './supervised-consumer.js';
import { headerOf } from './wire-format.js';

export interface ReplyReaderOptions {
  readonly kafka: Kafka;
  readonly logger: Logger;
  readonly instance: string;
  readonly topic: string;
  readonly sessionTimeoutMs: number;
  readonly replies: PendingReplies;
}

const RETRY_DELAY_MS = 200;
/** Of the groups of gateways, one each. */
export const REPLIES_GROUP_PREFIX = 'replies-';

/**
 * Reads the answers to this instance's requests: one partition of the replies topic, from where it ended before the first request. The
 * group is this instance's own, so instances come and go without a rebalance for the others; it never commits, its position lives here.
 */
export class ReplyReader {
  readonly #options: ReplyReaderOptions;
  #address: ReplyAddress | undefined;
  #consumer: SupervisedConsumer | undefined;
  #nextOffset = '0';
  #stopping = false;
  #hasComplained = false;

  constructor(options: ReplyReaderOptions) {
    this.#options = options;
  }

  /** Resolves when answers to requests sent from now on will be read; waits for the broker. */
  async start(): Promise<void> {
    const { topic, instance } = this.#options;
    while (!this.#address && !this.#stopping) {
      const ends = await this.#partitionEnds();
      // Stopped meanwhile: a consumer started now would never be stopped.
      if (this.#stopping) return;
      if (ends.length === 0) {
        await sleep(RETRY_DELAY_MS);
        continue;
      }
      const address = addressOf(instance, ends.length);
      this.#nextOffset = ends.find(({ partition }) => partition === address.partition)?.high ?? '0';
      this.#consumer = this.#createConsumer(topic, address.partition);
      await this.#consumer.start();
      this.#address = address;
    }
  }

  /** The `replyTo` of a request; undefined while answers cannot be read. */
  get replyTo(): string | undefined {
    return this.#address && this.#consumer?.isJoined ? formatAddress(this.#address) : undefined;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#consumer?.stop();
  }

  #createConsumer(topic: string, partition: number): SupervisedConsumer {
    const { kafka, logger, sessionTimeoutMs } = this.#options;
    return new SupervisedConsumer({
      kafka,
      logger,
      topics: [topic],
      fromBeginning: false,
      config: () => ({
        // A new group each time: in the old one a restarted broker would wait for the dead member first.
        groupId: `${REPLIES_GROUP_PREFIX}${newId()}`,
        partitionAssigners: [singlePartitionAssigner(topic, partition)],
        sessionTimeout: sessionTimeoutMs,
        heartbeatInterval: Math.floor(sessionTimeoutMs / 4),
        maxWaitTimeInMs: FETCH_WAIT_MS,
        allowAutoTopicCreation: false,
      }),
      onJoin: (_, consumer) => consumer.seek({ topic, partition, offset: this.#nextOffset }),
      onCrash: () => undefined,
      eachBatch: async (payload) => this.#read(payload),
    });
  }

  #read(payload: EachBatchPayload): void {
    const { instance, replies } = this.#options;
    if (payload.isStale()) return;
    for (const record of payload.batch.messages) {
      const requestId = headerOf(record, FOR_INSTANCE) === instance && headerOf(record, IN_REPLY_TO);
      if (requestId) replies.resolve(requestId, record.value?.toString() ?? 'null');
    }
    const last = payload.batch.lastOffset();
    this.#nextOffset = String(BigInt(last) + 1n);
    payload.resolveOffset(last);
  }

  async #partitionEnds(): Promise<{ partition: number; high: string }[]> {
    const { topic } = this.#options;
    const admin = this.#options.kafka.admin();
    try {
      await admin.connect();
      return await admin.fetchTopicOffsets(topic);
    } catch (error) {
      const say = this.#hasComplained ? 'debug' : 'warn';
      this.#hasComplained = true;
      this.#options.logger[say]('the replies topic cannot be read; trying again', { topic, error });
      return [];
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}
