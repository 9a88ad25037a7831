import { type AddressedMessage, BusUnavailableError, ReceivedMessage } from '../bus.js';
import type { ConsumptionEngine } from '../consume/consumption-engine.js';

/** One group's ear in the process: its engine, and how much of each topic it has not finished. */
export class InProcessGroup {
  readonly #engine: ConsumptionEngine;
  readonly #unfinished: Map<string, number>;

  constructor(topics: readonly string[], engine: ConsumptionEngine) {
    this.#engine = engine;
    this.#unfinished = new Map(topics.map((topic) => [topic, 0]));
  }

  reads(topic: string): boolean {
    return this.#unfinished.has(topic);
  }

  unfinished(topic: string): number {
    return this.#unfinished.get(topic) ?? 0;
  }

  /**
   * Resolves when the group has finished the message.
   * @throws BusUnavailableError when the group gave it up because it stops
   */
  deliver(message: AddressedMessage): Promise<void> {
    const { topic } = message;
    this.#count(topic, 1);
    return new Promise((resolve, reject) => {
      this.#engine.take({
        // Of its own for every group: a parsed payload is not shared.
        message: new ReceivedMessage(message),
        finished: () => {
          this.#count(topic, -1);
          resolve();
        },
        released: () => {
          this.#count(topic, -1);
          reject(new BusUnavailableError(`The subscription to ${topic} stops.`));
        },
      });
    });
  }

  #count(topic: string, change: number): void {
    this.#unfinished.set(topic, this.unfinished(topic) + change);
  }
}
