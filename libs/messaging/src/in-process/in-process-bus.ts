import type { Logger } from '@centavo/runtime';
import {
  type AddressedMessage,
  Bus,
  BusUnavailableError,
  ReceivedMessage,
  type RunningSubscription,
  type Subscription,
} from '../bus.js';
import { ConsumptionEngine } from '../consume/consumption-engine.js';
import type { RetryPolicy } from '../consume/retry-policy.js';
import { PendingReplies } from '../pending-replies.js';
import { InProcessGroup } from './in-process-group.js';

export interface InProcessBusOptions {
  readonly logger: Logger;
  /**
   * Groups that have to hear a topic. While one of them is not subscribed, publishing to the topic fails, so that nothing is
   * lost between the starts and stops of services in one process. Default: none has to.
   */
  readonly groupsOf?: (topic: string) => readonly string[];
  readonly retryPolicy?: RetryPolicy;
}

/**
 * The bus within one process. Its queues die with the process, so {@link publish} resolves only when every group has finished the
 * messages: until then they are the publisher's to keep (the outbox row stays) and a crash makes them come again.
 */
export class InProcessBus extends Bus {
  readonly #options: InProcessBusOptions;
  readonly #groupsOf: (topic: string) => readonly string[];
  readonly #groups = new Map<string, InProcessGroup>();
  readonly #replies = new PendingReplies();
  #closed = false;

  constructor(options: InProcessBusOptions) {
    super();
    this.#options = options;
    this.#groupsOf = options.groupsOf ?? (() => []);
  }

  async publish(messages: readonly AddressedMessage[]): Promise<void> {
    // All are checked before the first is handed over: a refused call has no effect.
    const audiences = messages.map(({ topic }) => this.#audience(topic));
    await Promise.all(
      messages.flatMap((message, index) => audiences[index]?.map((group) => group.deliver(message)) ?? []),
    );
  }

  async request(message: AddressedMessage, timeoutMs: number): Promise<unknown> {
    const groups = this.#audience(message.topic);
    if (groups.length === 0) throw new BusUnavailableError(`Nobody answers on ${message.topic}.`);

    const reply = this.#replies.expect(message.id, timeoutMs);
    const headers = { ...message.headers, deadline: String(Date.now() + timeoutMs), replyTo: message.id };
    for (const group of groups) {
      group.deliver({ ...message, headers }).catch((error: Error) => this.#replies.reject(message.id, error));
    }
    return reply;
  }

  /** @throws Error when the group is subscribed already: in one process a group has one member */
  async subscribe(subscription: Subscription): Promise<RunningSubscription> {
    const { group: name, topics } = subscription;
    if (this.#groups.has(name)) throw new Error(`The group ${name} is already subscribed in this process.`);

    const { logger, retryPolicy } = this.#options;
    const engine = new ConsumptionEngine({
      ...subscription,
      logger,
      retryPolicy,
      sendReply: async (request: ReceivedMessage, text: string) => this.#replies.resolve(request.id, text),
    });
    this.#groups.set(name, new InProcessGroup(topics, engine));
    return {
      get load() {
        return engine.load;
      },
      stop: async () => {
        await engine.stop();
        this.#groups.delete(name);
      },
    };
  }

  async backlog(topic: string): Promise<number> {
    return Math.max(0, ...[...this.#groups.values()].map((group) => group.unfinished(topic)));
  }

  async lag(topic: string): Promise<ReadonlyMap<string, number>> {
    const readers = [...this.#groups].filter(([, group]) => group.reads(topic));
    return new Map(readers.map(([name, group]) => [name, group.unfinished(topic)]));
  }

  problem(): string | null {
    return this.#closed ? 'closed' : null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#replies.rejectAll();
  }

  #audience(topic: string): InProcessGroup[] {
    if (this.#closed) throw new BusUnavailableError('The bus is closed.');
    const missing = this.#groupsOf(topic).find((name) => !this.#groups.has(name));
    if (missing) throw new BusUnavailableError(`${missing} is not listening to ${topic} yet.`);
    return [...this.#groups.values()].filter((group) => group.reads(topic));
  }
}
