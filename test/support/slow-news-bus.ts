import {
  groupsReading,
  InProcessBus,
  type Handler,
  type ReceivedMessage,
  type RunningSubscription,
  type Subscription,
} from '@centavo/messaging';
import { silentLogger } from '@centavo/testing';

/** A bus on which messages can be held back, by the patterns that their handlers have. */
export class SlowNewsBus extends InProcessBus {
  readonly #held = new Map<string, { readonly released: Promise<void>; readonly release: () => void }>();

  constructor() {
    super({ logger: silentLogger, groupsOf: groupsReading });
  }

  /** From now on no handler of the pattern gets anything. */
  hold(pattern: string): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(pattern, { released: promise, release: resolve });
  }

  /** Everybody gets all that was held back. */
  release(): void {
    for (const { release } of this.#held.values()) release();
    this.#held.clear();
  }

  override subscribe(subscription: Subscription): Promise<RunningSubscription> {
    return super.subscribe({
      ...subscription,
      handlers: subscription.handlers.map((handler) => this.#slowed(handler)),
    });
  }

  #slowed(handler: Handler): Handler {
    const { pattern } = handler;
    if (handler.kind === 'single') {
      const handle = async (message: ReceivedMessage): Promise<unknown> => {
        await this.#held.get(pattern)?.released;
        return handler.handle(message);
      };
      return { ...handler, handle };
    }
    const handle: typeof handler.handle = async (messages) => {
      await this.#held.get(pattern)?.released;
      return handler.handle(messages);
    };
    return { ...handler, handle };
  }
}
