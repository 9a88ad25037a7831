import { REPLIES_TOPIC } from '@centavo/contracts';
import { type KafkaAccess, type Logger, newId } from '@centavo/runtime';
import type { Kafka } from 'kafkajs';
import {
  type AddressedMessage,
  Bus,
  BusUnavailableError,
  type ReceivedMessage,
  ReplyTimeoutError,
  type RunningSubscription,
  type Subscription,
} from '../bus.js';
import { ConsumptionEngine } from '../consume/consumption-engine.js';
import type { RetryPolicy } from '../consume/retry-policy.js';
import { groupsReading } from '../groups-reading.js';
import { PendingReplies } from '../pending-replies.js';
import { Backlog } from './backlog.js';
import { GroupConsumer } from './group-consumer.js';
import { createKafka, whyNoKafka } from './kafka-client.js';
import { KafkaProducer, SendFailedError } from './kafka-producer.js';
import { FOR_INSTANCE, IN_REPLY_TO, parseAddress } from './reply-address.js';
import { ReplyReader } from './reply-reader.js';
import { toRecord } from './wire-format.js';

export interface KafkaBusOptions {
  readonly access: KafkaAccess;
  readonly logger: Logger;
  /**
   * Whether sending requests is what this process is for: then it begins to read answers at once, and refuses requests at once while it
   * cannot. Else it begins with the first request, which waits for that.
   */
  readonly requests?: boolean;
  /** Who reads a topic; default: the topology. */
  readonly groupsOf?: (topic: string) => readonly string[];
  readonly repliesTopic?: string;
  /**
   * After so much silence a member's partitions go to others: the time its messages wait when it is killed. Default: the least a
   * broker with default settings accepts.
   */
  readonly sessionTimeoutMs?: number;
  readonly retryPolicy?: RetryPolicy;
}

const SESSION_TIMEOUT_MS = 6_000;

/**
 * The bus over Kafka. Works from the start and through every outage of the broker without help: while it is away, `publish` and
 * `request` fail at once with {@link BusUnavailableError}, and subscriptions wait.
 */
export class KafkaBus extends Bus {
  readonly #options: KafkaBusOptions;
  readonly #kafka: Kafka;
  readonly #producer: KafkaProducer;
  readonly #backlog: Backlog;
  readonly #consumers = new Set<GroupConsumer>();
  readonly #replies = new PendingReplies();
  readonly #repliesTopic: string;
  #reader: ReplyReader | undefined;
  #readerStarted: Promise<void> | undefined;
  #closed = false;

  constructor(options: KafkaBusOptions) {
    super();
    this.#options = options;
    this.#kafka = createKafka(options.access, options.logger);
    this.#producer = new KafkaProducer(this.#kafka, options.logger, (error) => whyNoKafka(error, options.access));
    this.#backlog = new Backlog(this.#kafka, options.groupsOf ?? groupsReading, options.logger);
    this.#repliesTopic = options.repliesTopic ?? REPLIES_TOPIC;
    if (options.requests) this.#readerStarted = this.#startReader();
  }

  /** Resolves when the broker was reached. */
  async connected(): Promise<void> {
    await Promise.all([this.#producer.connected(), this.#readerStarted]);
  }

  async publish(messages: readonly AddressedMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.#producer.send(messages.map((message) => ({ topic: message.topic, ...toRecord(message) })));
  }

  async request(message: AddressedMessage, timeoutMs: number): Promise<unknown> {
    const deadline = Date.now() + timeoutMs;
    const replyTo = this.#reader?.replyTo ?? (await this.#openReader(timeoutMs));
    if (this.#closed) throw new BusUnavailableError('The bus is closed.');
    const reply = this.#replies.expect(message.id, deadline - Date.now());
    const headers = { ...message.headers, deadline: String(deadline), replyTo };
    this.publish([{ ...message, headers }]).catch((error: Error) => {
      const mayHaveBeenSent = error instanceof SendFailedError && error.mayHaveBeenSent;
      this.#replies.reject(message.id, mayHaveBeenSent ? new ReplyTimeoutError(error.message) : error);
    });
    return reply;
  }

  async subscribe(subscription: Subscription): Promise<RunningSubscription> {
    const { group, topics } = subscription;
    const { logger, retryPolicy, sessionTimeoutMs = SESSION_TIMEOUT_MS } = this.#options;
    const engine = new ConsumptionEngine({
      ...subscription,
      logger,
      retryPolicy,
      sendReply: (request, text) => this.#sendReply(request, text),
    });
    const consumer = new GroupConsumer({ kafka: this.#kafka, logger, group, topics, engine, sessionTimeoutMs });
    this.#consumers.add(consumer);
    await consumer.start();
    return {
      get load() {
        return consumer.load;
      },
      stop: async () => {
        await consumer.stop();
        this.#consumers.delete(consumer);
      },
    };
  }

  async backlog(topic: string): Promise<number> {
    return this.#backlog.of(topic);
  }

  lag(topic: string): Promise<ReadonlyMap<string, number>> {
    return this.#backlog.measure(topic);
  }

  problem(): string | null {
    if (!this.#producer.isReady) return this.#producer.obstacle ?? 'not connected to Kafka';
    if (this.#reader && this.#reader.replyTo === undefined) return 'cannot read replies from Kafka';
    const outside = [...this.#consumers].filter(({ isJoined }) => !isJoined).map(({ group }) => group);
    return outside.length > 0 ? `not a member of the consumer group ${outside.join(', ')}` : null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#replies.rejectAll();
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()));
    await Promise.all([this.#reader?.stop(), this.#producer.close(), this.#backlog.close()]);
  }

  /**
   * @returns the `replyTo` of requests
   * @throws BusUnavailableError when answers could not be read
   */
  async #openReader(timeoutMs: number): Promise<string> {
    if (!this.#options.requests && !this.#closed) {
      await Promise.race([(this.#readerStarted ??= this.#startReader()), rejectAfter(timeoutMs)]);
    }
    const replyTo = this.#reader?.replyTo;
    if (!replyTo) throw new BusUnavailableError('Kafka cannot be reached.');
    return replyTo;
  }

  #startReader(): Promise<void> {
    const { logger, sessionTimeoutMs = SESSION_TIMEOUT_MS } = this.#options;
    this.#reader = new ReplyReader({
      kafka: this.#kafka,
      logger,
      instance: newId(),
      topic: this.#repliesTopic,
      sessionTimeoutMs,
      replies: this.#replies,
    });
    return this.#reader.start();
  }

  async #sendReply({ id, key, headers }: ReceivedMessage, text: string): Promise<void> {
    const address = parseAddress(headers.replyTo ?? '');
    if (!address) return;
    const { instance, partition } = address;
    const replyHeaders = { [FOR_INSTANCE]: instance, [IN_REPLY_TO]: id };
    await this.#producer.send([{ topic: this.#repliesTopic, partition, key, value: text, headers: replyHeaders }]);
  }
}

function rejectAfter(timeoutMs: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new BusUnavailableError('Kafka cannot be reached.')), timeoutMs).unref();
  });
}
