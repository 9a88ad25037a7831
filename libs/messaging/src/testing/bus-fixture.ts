import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@centavo/runtime';
import {
  type AddressedMessage,
  type Bus,
  BusUnavailableError,
  type DeadLetter,
  type DeadLetterSink,
  type ReceivedMessage,
  type RunningSubscription,
  type SingleHandler,
  type Subscription,
} from '../bus.js';
import type { RetryPolicy } from '../consume/retry-policy.js';

/** How the contract suite gets at a bus. */
export interface BusFixture {
  /** A topic that only the named groups read. */
  createTopic(groups: readonly string[]): Promise<string>;
  /** Another participant: over Kafka an instance of its own, within a process the same bus. */
  connect(): Promise<Bus>;
  close(): Promise<void>;
}

/** Quick, so that giving up takes milliseconds. */
export const TEST_RETRY_POLICY: RetryPolicy = { maxAttempts: 3, firstDelayMs: 20, longestDelayMs: 100 };

/** Dead letters in memory; can be told to refuse them. */
export class CollectedDeadLetters implements DeadLetterSink {
  readonly letters: DeadLetter[] = [];
  refusals = 0;
  refusing = false;

  async add(letter: DeadLetter): Promise<void> {
    if (this.refusing) {
      this.refusals += 1;
      throw new Error('The dead letters cannot be written.');
    }
    this.letters.push(letter);
  }
}

/** A group's name that no other test uses. */
export const uniqueGroup = (): string => `group-${newId()}`;

export function messageTo(topic: string, key: string, type: string, payload: unknown): AddressedMessage {
  return { topic, key, type, id: newId(), value: JSON.stringify(payload), headers: {} };
}

/** A handler of single messages that may want no more than their payload. */
export function handles(pattern: string, handle: (message: ReceivedMessage) => unknown): SingleHandler {
  return { kind: 'single', pattern, handle: async (message) => handle(message) };
}

export interface TestSubscription {
  readonly running: RunningSubscription;
  readonly deadLetters: CollectedDeadLetters;
}

export async function subscribe(
  bus: Bus,
  subscription: Omit<Subscription, 'deadLetters'>,
  deadLetters = new CollectedDeadLetters(),
): Promise<TestSubscription> {
  return { running: await bus.subscribe({ ...subscription, deadLetters }), deadLetters };
}

/** Publishes as an outbox does: again and again until the bus took it. */
export async function publishDurably(bus: Bus, messages: readonly AddressedMessage[]): Promise<void> {
  for (;;) {
    try {
      return await bus.publish(messages);
    } catch (error) {
      if (!(error instanceof BusUnavailableError)) throw error;
      await sleep(10);
    }
  }
}
