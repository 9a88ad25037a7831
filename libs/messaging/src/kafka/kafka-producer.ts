import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, PacedBatcher } from '@centavo/runtime';
import type { Kafka, Message as KafkaRecord, Producer } from 'kafkajs';
import { BusUnavailableError } from '../bus.js';
import { Partitioners } from './kafkajs.js';

/** A record with its topic. */
export interface OutgoingRecord extends KafkaRecord {
  readonly topic: string;
}

interface Call {
  readonly records: readonly OutgoingRecord[];
  /** The connection it was made for. */
  readonly era: number;
}

/** Calls that share a produce request. */
const MAX_CALLS_PER_SEND = 1_000;
/** Under load; what costs is the request, not the record. */
const LINGER_MS = 3;
/** Below the broker's default limit of 1 MiB for the records of one partition. */
const MAX_BYTES_PER_SEND = 900_000;
const RECORD_OVERHEAD_BYTES = 300;
const RECONNECT_DELAY_MS = 200;
/** A broker that has kept a request so long answers nobody: better to refuse than to queue behind it. */
const STALLED_AFTER_MS = 2_000;

/** The broker was lost; `mayHaveBeenSent` says whether it can have got the records before. */
export class SendFailedError extends BusUnavailableError {
  constructor(
    message: string,
    readonly mayHaveBeenSent: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/**
 * Sends records in the order of the calls. One request is in flight at a time; what is called meanwhile goes with the next.
 *
 * When a send fails, everything called before the failure fails with it, otherwise later messages would overtake those that are tried
 * again. Then the kafkajs producer is thrown away: it would give the next records the sequence numbers of the lost ones, and a broker
 * that did store those would take the new ones for repetitions and drop them. Until a new one is connected calls fail at once.
 */
export class KafkaProducer {
  readonly #kafka: Kafka;
  readonly #logger: Logger;
  readonly #explain: (error: unknown) => string;
  readonly #calls: PacedBatcher<Call, SendFailedError | undefined>;
  #producer: Producer | undefined;
  #era = 0;
  #sendingSince = Infinity;
  #closed = false;
  #obstacle: string | undefined;
  #connecting: Promise<void>;

  /** @param explain says in a sentence why a connection failed */
  constructor(kafka: Kafka, logger: Logger, explain: (error: unknown) => string) {
    this.#explain = explain;
    this.#kafka = kafka;
    this.#logger = logger;
    this.#calls = new PacedBatcher({
      maxSize: MAX_CALLS_PER_SEND,
      lingerMs: LINGER_MS,
      flush: (calls) => this.#flush(calls),
    });
    this.#connecting = this.#connect();
  }

  /** Whether records can be sent now, as far as is known. */
  get isReady(): boolean {
    return this.#producer !== undefined && performance.now() - this.#sendingSince < STALLED_AFTER_MS;
  }

  /** Why the last attempt to connect failed; undefined when it did not. */
  get obstacle(): string | undefined {
    return this.#obstacle;
  }

  /** Resolves when connected, or closed. */
  connected(): Promise<void> {
    return this.#connecting;
  }

  /** @throws SendFailedError */
  async send(records: readonly OutgoingRecord[]): Promise<void> {
    if (!this.isReady) throw new SendFailedError('Kafka cannot be reached.', false);
    const failure = await this.#calls.add({ records, era: this.#era });
    if (failure) throw failure;
  }

  /** Sends what was called before, then disconnects. */
  async close(): Promise<void> {
    await this.#calls.drained();
    this.#closed = true;
    await this.#connecting;
    await this.#producer?.disconnect();
    this.#producer = undefined;
  }

  async #flush(calls: readonly Call[]): Promise<(SendFailedError | undefined)[]> {
    const era = this.#era;
    const failure = await this.#sendAll(calls.flatMap((call) => (call.era === era ? call.records : [])));
    const neverSent = new SendFailedError('Kafka was lost before the message could be sent.', false);
    return calls.map((call) => (call.era === era ? failure : neverSent));
  }

  async #sendAll(records: readonly OutgoingRecord[]): Promise<SendFailedError | undefined> {
    const producer = this.#producer;
    if (records.length === 0) return undefined;
    if (!producer) return new SendFailedError('Kafka cannot be reached.', false);
    this.#sendingSince = performance.now();
    try {
      for (const slice of slices(records)) {
        await producer.sendBatch({ acks: -1, topicMessages: byTopic(slice) });
      }
      return undefined;
    } catch (error) {
      this.#logger.warn('publishing failed', { count: records.length, error });
      this.#discard(producer);
      return new SendFailedError('Kafka was lost while sending.', true, error);
    } finally {
      this.#sendingSince = Infinity;
    }
  }

  #discard(producer: Producer): void {
    this.#era += 1;
    this.#producer = undefined;
    producer.disconnect().catch((error: unknown) => this.#logger.debug('producer left behind', { error }));
    this.#connecting = this.#connect();
  }

  async #connect(): Promise<void> {
    while (!this.#closed) {
      const producer = this.#kafka.producer({
        idempotent: true,
        allowAutoTopicCreation: false,
        createPartitioner: Partitioners.DefaultPartitioner,
      });
      try {
        await producer.connect();
        this.#producer = producer;
        this.#obstacle = undefined;
        return;
      } catch (error) {
        const obstacle = this.#explain(error);
        // An operator needs the news, not a line five times a second.
        const say = obstacle === this.#obstacle ? 'debug' : 'warn';
        this.#logger[say](`${obstacle} Trying again.`, { error });
        this.#obstacle = obstacle;
        await producer.disconnect().catch(() => undefined);
        await sleep(RECONNECT_DELAY_MS);
      }
    }
  }
}

function* slices(records: readonly OutgoingRecord[]): Generator<readonly OutgoingRecord[]> {
  let slice: OutgoingRecord[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = Buffer.byteLength(record.value ?? '') + RECORD_OVERHEAD_BYTES;
    if (bytes + size > MAX_BYTES_PER_SEND && slice.length > 0) {
      yield slice;
      [slice, bytes] = [[], 0];
    }
    slice.push(record);
    bytes += size;
  }
  if (slice.length > 0) yield slice;
}

function byTopic(records: readonly OutgoingRecord[]): { topic: string; messages: KafkaRecord[] }[] {
  const topics = Map.groupBy(records, ({ topic }) => topic);
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
}
