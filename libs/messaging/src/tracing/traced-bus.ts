import { errorWord, inTrace, type Span, type Tracer, withSpan } from '@centavo/runtime';
import {
  type AddressedMessage,
  type BatchHandler,
  Bus,
  type Handler,
  type MemberOutcome,
  ReceivedMessage,
  type RunningSubscription,
  type SingleHandler,
  type Subscription,
} from '../bus.js';
import { refusalIn, refusalOf } from './refusals.js';
import { handling, sending } from './message-spans.js';

/**
 * One service's way to any bus, with a span for each message of a sampled trace that it sends or handles. Messages of other traces, or of
 * none, pass through as they are. What a handler causes belongs to its span, because the message that it gets says so.
 */
export class TracedBus extends Bus {
  constructor(
    private readonly bus: Bus,
    private readonly tracer: Tracer,
  ) {
    super();
  }

  async publish(messages: readonly AddressedMessage[]): Promise<void> {
    if (!messages.some(isTraced)) return this.bus.publish(messages);
    const spans = messages.map((message) => this.#send(message));
    try {
      await this.bus.publish(messages.map((message, index) => within(spans[index], message)));
      for (const span of spans) span?.end();
    } catch (error) {
      for (const span of spans) span?.end(errorWord(error));
      throw error;
    }
  }

  async request(message: AddressedMessage, timeoutMs: number): Promise<unknown> {
    const span = this.#send(message);
    if (!span) return this.bus.request(message, timeoutMs);
    return withSpan(this.tracer, span, async () => {
      const answer = await this.bus.request(within(span, message), timeoutMs);
      span.set(refusalIn(answer));
      return answer;
    });
  }

  subscribe(subscription: Subscription): Promise<RunningSubscription> {
    const { group } = subscription;
    const handlers = subscription.handlers.map((handler): Handler =>
      handler.kind === 'batch' ? this.#tracedBatch(handler, group) : this.#tracedSingle(handler, group),
    );
    return this.bus.subscribe({ ...subscription, handlers });
  }

  backlog(topic: string): Promise<number> {
    return this.bus.backlog(topic);
  }

  lag(topic: string): Promise<ReadonlyMap<string, number>> {
    return this.bus.lag(topic);
  }

  problem(): string | null {
    return this.bus.problem();
  }

  close(): Promise<void> {
    return this.bus.close();
  }

  #tracedSingle(handler: SingleHandler, group: string): SingleHandler {
    const handle = async (message: ReceivedMessage): Promise<unknown> => {
      const span = this.#handle(message, group);
      if (!span) return inTrace(this.tracer, undefined, () => handler.handle(message));
      try {
        const reply = await inTrace(this.tracer, span.traceparent, () => handler.handle(received(span, message)));
        span.set(refusalIn(reply));
        span.end();
        return reply;
      } catch (error) {
        endFailed(span, message, error);
        throw error;
      }
    };
    return { ...handler, handle };
  }

  /** Each member has a span of its own in its own trace; all of them last as long as the batch. */
  #tracedBatch(handler: BatchHandler, group: string): BatchHandler {
    const handle = async (messages: readonly ReceivedMessage[]): Promise<readonly MemberOutcome[] | void> => {
      const outsideOfAny = (members: readonly ReceivedMessage[]) =>
        inTrace(this.tracer, undefined, () => handler.handle(members));
      if (!messages.some(isTraced)) return outsideOfAny(messages);
      const spans = messages.map((message) => this.#handle(message, group, messages.length));
      try {
        const outcomes = await outsideOfAny(messages.map((message, index) => received(spans[index], message)));
        spans.forEach((span, index) => span && endMember(span, messages[index]!, outcomes?.[index] ?? {}));
        return outcomes;
      } catch (error) {
        for (const span of spans) span?.end(errorWord(error));
        throw error;
      }
    };
    return { ...handler, handle };
  }

  #send(message: AddressedMessage): Span | undefined {
    return isTraced(message) ? this.tracer.continue(message.headers.traceparent, sending(message)) : undefined;
  }

  #handle(message: ReceivedMessage, group: string, batchSize?: number): Span | undefined {
    if (!isTraced(message)) return undefined;
    return this.tracer.continue(message.headers.traceparent, handling(message, group, batchSize));
  }
}

const isTraced = ({ headers }: AddressedMessage): boolean => headers.traceparent !== undefined;

/** The message as a part of a span. */
const within = (span: Span | undefined, message: AddressedMessage): AddressedMessage =>
  span ? { ...message, headers: { ...message.headers, traceparent: span.traceparent } } : message;

const received = (span: Span | undefined, message: ReceivedMessage): ReceivedMessage =>
  span ? new ReceivedMessage(within(span, message)) : message;

function endMember(span: Span, message: ReceivedMessage, outcome: MemberOutcome): void {
  if ('error' in outcome) return endFailed(span, message, outcome.error);
  span.set(refusalIn(outcome.reply));
  span.end();
}

function endFailed(span: Span, message: ReceivedMessage, error: unknown): void {
  const refusal = refusalOf(error, message);
  if (refusal) span.set(refusal);
  span.end(refusal ? undefined : errorWord(error));
}
