import type { ConsumptionLoad, ConsumptionMonitor } from './consume/consumption-monitor.js';

/** Names of headers that the bus itself gives a meaning. Others travel untouched. */
export interface MessageHeaders {
  /** Groups everything that one request caused; the HTTP request id where there was one. */
  readonly correlationId?: string;
  /** W3C trace context. */
  readonly traceparent?: string;
  /** Epoch ms; a command that has not been started by then is dropped. */
  readonly deadline?: string;
  /** Where the answer goes; set by {@link Bus.request}. */
  readonly replyTo?: string;
  readonly [name: string]: string | undefined;
}

/** One message. `value` is JSON text that nobody on the way parses or rebuilds. */
export interface Message {
  /** UUIDv7; what consumers deduplicate by. */
  readonly id: string;
  /** The command's or event's name; handlers are chosen by it. */
  readonly type: string;
  /** The aggregate's id: messages of one key keep their order. */
  readonly key: string;
  readonly value: string;
  readonly headers: MessageHeaders;
}

/** A message with its destination. */
export interface AddressedMessage extends Message {
  readonly topic: string;
}

/** One consumer group's share of the bus. */
export interface Subscription {
  /** The group: every message reaches one member of each group. */
  readonly group: string;
  readonly topics: readonly string[];
  readonly handlers: readonly Handler[];
  /** Where messages go that cannot be handled. When it throws, the message is tried again. */
  readonly deadLetters: DeadLetterSink;
  readonly monitor?: ConsumptionMonitor;
}

/** What a consumer does with messages of the types that `pattern` names: exact, `charge.*` or `*`. */
export type Handler = SingleHandler | BatchHandler;

/** Takes one message at a time; keys in parallel, one key in order. The value returned is the answer to a request. */
export interface SingleHandler {
  readonly kind: 'single';
  readonly pattern: string;
  handle(message: ReceivedMessage): Promise<unknown>;
}

/**
 * Takes all that is ready, up to `maxSize` messages, never two of them at once. It may answer for each member apart; when it
 * throws, none counts as done and the batch is halved until the bad member stands alone.
 */
export interface BatchHandler {
  readonly kind: 'batch';
  readonly pattern: string;
  readonly maxSize: number;
  /** Pause between the starts of two batches under load; an idle handler starts at once. */
  readonly lingerMs: number;
  /** A batch of so many is worth the whole pause, a smaller one a part of it. 1 where nobody waits for the result. */
  readonly busyBatchSize?: number;
  handle(messages: readonly ReceivedMessage[]): Promise<readonly MemberOutcome[] | void>;
}

/** The fate of one member of a batch. */
export type MemberOutcome = { readonly reply?: unknown } | { readonly error: unknown };

/** A message as a handler gets it. */
export class ReceivedMessage<Payload = unknown> implements AddressedMessage {
  readonly id: string;
  readonly type: string;
  readonly key: string;
  readonly value: string;
  readonly headers: MessageHeaders;
  readonly topic: string;
  #payload: Payload | undefined;

  constructor(message: AddressedMessage) {
    this.id = message.id;
    this.type = message.type;
    this.key = message.key;
    this.value = message.value;
    this.headers = message.headers;
    this.topic = message.topic;
  }

  /**
   * The parsed value; parsed once, on first use.
   * @throws SyntaxError when the value is no JSON: a poison message
   */
  get payload(): Payload {
    this.#payload ??= JSON.parse(this.value) as Payload;
    return this.#payload;
  }
}

/** A message that could not be handled, with the reason. */
export interface DeadLetter {
  readonly message: AddressedMessage;
  readonly group: string;
  readonly reason: string;
  readonly attempts: number;
}

export interface DeadLetterSink {
  add(letter: DeadLetter): Promise<void>;
}

/**
 * The bus as the platform sees it. Two adapters keep the same promises, checked by one contract suite: order per key, keys in
 * parallel, at least once, dead letters instead of stuck lanes, request-reply with a deadline, draining shutdown. The class is also the injection token.
 */
export abstract class Bus {
  /**
   * Hands messages over. Resolves when the bus has taken responsibility for all of them: what was resolved survives a
   * crash of this process. Calls keep their order per key.
   * @throws BusUnavailableError when the bus cannot be reached; then some may have been taken
   */
  abstract publish(messages: readonly AddressedMessage[]): Promise<void>;

  /**
   * Sends a command and waits for its answer.
   * @param timeoutMs the deadline; the command is not started after it
   * @throws ReplyTimeoutError when no answer came: it may have been done
   * @throws BusUnavailableError when it was certainly not sent
   */
  abstract request(message: AddressedMessage, timeoutMs: number): Promise<unknown>;

  /** Joins a group and starts handling. Resolves when messages published from now on will be handled. */
  abstract subscribe(subscription: Subscription): Promise<RunningSubscription>;

  /** Messages of a topic that its slowest group has not finished; what acceptance looks at. At most a second old. */
  abstract backlog(topic: string): Promise<number>;

  /**
   * Messages of a topic that each of its groups has not finished, by group; of a group on no instance too, where the bus can know that.
   * @throws when the bus does not answer
   */
  abstract lag(topic: string): Promise<ReadonlyMap<string, number>>;

  /** What keeps the bus from working now, in words; null when nothing does. */
  abstract problem(): string | null;

  abstract close(): Promise<void>;
}

export interface RunningSubscription {
  readonly load: ConsumptionLoad;
  /** Finishes what was started, hands the rest back, leaves the group. */
  stop(): Promise<void>;
}

/** The bus cannot be reached, or refuses because it is closing. Retriable. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError';
}

/** No answer before the deadline; the command may have been carried out. */
export class ReplyTimeoutError extends Error {
  override readonly name = 'ReplyTimeoutError';
}

/** Thrown by a handler whose condition will pass: try again later, holding back only this key. */
export class RetriableError extends Error {
  override readonly name = 'RetriableError';
}
