import { setTimeout as delay } from 'node:timers/promises';
import type { Customer } from './customer.js';
import { authorizeFirst, dispute, sellByCard, sellForSellers } from './scenarios/card-sales.js';
import { sellByBoleto, sellByLink, sellByPix } from './scenarios/code-sales.js';
import { sendDuplicates } from './scenarios/duplicates.js';
import { changeEndpoints, registerSeller } from './scenarios/housekeeping.js';
import { adjust, anticipate, settle, withdrawByPix, withdrawByTed } from './scenarios/payouts.js';

/** What a client does, and how often beside the others. */
const SCENARIOS: readonly (readonly [number, (customer: Customer) => Promise<void>])[] = [
  [10, sellByCard],
  [5, authorizeFirst],
  [6, sellByPix],
  [2, sellByBoleto],
  [5, sellForSellers],
  [3, sellByLink],
  [2, dispute],
  [5, withdrawByPix],
  [3, withdrawByTed],
  [4, anticipate],
  [1, settle],
  [2, adjust],
  [1, registerSeller],
  [1, changeEndpoints],
];
const URN = SCENARIOS.flatMap(([weight, scenario]) => Array.from({ length: weight }, () => scenario));

/** Longest rest between two scenarios. */
const REST_MS = 300;

/** Clients that do one thing after the other until they are told to stop. */
export class Crowd {
  #isOpen = true;
  readonly #work: Promise<unknown>;

  /** @param duplicates how many idempotency keys are sent as duplicates, by a client of its own each second or so */
  constructor(
    private readonly customers: readonly Customer[],
    duplicates: number,
    paceMs: number,
  ) {
    const [duplicator, ...others] = customers;
    this.#work = Promise.all([
      this.#duplicate(duplicator!, duplicates, paceMs),
      ...others.map((customer) => this.#trade(customer)),
    ]);
  }

  /** Each ends what it is at. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    await this.#work;
  }

  /** Asks again for what was given up. */
  async comeBack(): Promise<void> {
    await Promise.all(this.customers.map((customer) => customer.comeBack()));
  }

  async #trade(customer: Customer): Promise<void> {
    while (this.#isOpen) {
      await customer.random.pick(URN)(customer);
      await delay(customer.random.between(0, REST_MS));
    }
  }

  async #duplicate(customer: Customer, count: number, paceMs: number): Promise<void> {
    const sending: Promise<void>[] = [];
    for (let sent = 0; sent < count && this.#isOpen; sent += 1) {
      sending.push(sendDuplicates(customer));
      await delay(paceMs);
    }
    await Promise.all(sending);
  }
}
