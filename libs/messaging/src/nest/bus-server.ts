import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { Bus, DeadLetterSink, Handler, MemberOutcome, ReceivedMessage, RunningSubscription } from '../bus.js';
import type { ConsumptionLoad, ConsumptionMonitor } from '../consume/consumption-monitor.js';
import { BATCH, type BatchOptions } from './batch-patterns.js';
import { BusContext } from './bus-context.js';

export interface BusServerOptions {
  readonly bus: Bus;
  /** The service's name. */
  readonly group: string;
  readonly topics: readonly string[];
  readonly deadLetters: DeadLetterSink;
  readonly monitor?: ConsumptionMonitor;
}

/** Connects Nest's `@MessagePattern` and `@EventPattern` methods to the bus. Use it with a global {@link RethrowFilter}. */
export class BusServer extends Server implements CustomTransportStrategy {
  /** Failures reach the engine, which reports them. */
  override readonly propagatesEventHandlerErrors = true;
  readonly #options: BusServerOptions;
  #subscription: RunningSubscription | undefined;

  constructor(options: BusServerOptions) {
    super();
    this.#options = options;
  }

  /** Resolves once messages are handled; waits for a broker that is away. */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      const { bus, ...subscription } = this.#options;
      const handlers = [...this.getHandlers()].map(([pattern, handler]) => toHandler(pattern, handler));
      this.#subscription = await bus.subscribe({ ...subscription, handlers });
      callback();
    } catch (error) {
      callback(error);
    }
  }

  /** What is in hand; nothing before it listens and after it was closed. */
  get load(): ConsumptionLoad {
    return this.#subscription?.load ?? { messages: 0, keys: 0 };
  }

  /** Finishes what was started and leaves the group. */
  async close(): Promise<void> {
    await this.#subscription?.stop();
    this.#subscription = undefined;
  }

  /** Part of Nest's interface; the bus has no events of its own. */
  on(): void {
    return undefined;
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Nest's signature
  override unwrap<Native>(): Native {
    return this.#options.bus as Native;
  }
}

function toHandler(pattern: string, handler: MessageHandler): Handler {
  if (handler.next) throw new Error(`Two handlers for "${pattern}": a message goes to one of them.`);

  const batch = handler.extras?.[BATCH] as BatchOptions | undefined;
  if (!batch) {
    const handle = (message: ReceivedMessage): Promise<unknown> =>
      resultOf(handler(message.payload, new BusContext([message])));
    return { kind: 'single', pattern, handle: async (message) => handle(message) };
  }
  const handle = async (messages: readonly ReceivedMessage[]): Promise<readonly MemberOutcome[] | void> =>
    (await resultOf(handler(messages))) as readonly MemberOutcome[] | undefined;
  return { kind: 'batch', pattern, ...batch, handle };
}

/** With interceptors Nest answers with an observable, without them with the method's own result. */
async function resultOf(result: ReturnType<MessageHandler>): Promise<unknown> {
  const value = await result;
  return isObservable(value) ? lastValueFrom(value, { defaultValue: undefined }) : value;
}
