import { setTimeout as delay } from 'node:timers/promises';
import type { CreateChargeDto } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, eventually } from '@centavo/testing';
import { HttpClient, type Credentials } from '../http-client.js';

/** One request for an order, and how it ended. */
export interface Try {
  /** Epoch ms. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Undefined when the connection broke: nobody answered. */
  readonly status: number | undefined;
  readonly retryAfter: string | null;
}

/** What a customer wants to pay for, once. */
export interface Order {
  /** Idempotency key of its requests, and kept in the charge's metadata. */
  readonly name: string;
  readonly card: CreateChargeDto['payment_details'];
  readonly tries: Try[];
  /** Of the charge that was acknowledged. */
  chargeId?: string;
}

/** Pauses before the second and later requests of an order; the last one again and again. */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000];
/** An order that is not acknowledged by then is given up. */
const PATIENCE_MS = 240_000;
/** No customers come while so many wait: a platform that is away for long on a busy machine would have them all ask at once when it is back. */
const MAX_WAITING = 500;
const TICK_MS = 10;
const MAX_INSTALLMENTS = 3;
/** One in so many cards has an acquirer that approves and does not say so: their charges take a third of a second. */
const SLOW_CARDS = 4;

/** A merchant's system as it should be: it asks again with the same idempotency key until its order is acknowledged. */
export class Shop {
  readonly orders: Order[] = [];
  #clients: readonly HttpClient[] = [];

  /** @param credentials of the merchant */
  constructor(private readonly credentials: Credentials) {}

  /** Which gateways to use from now on; each request of an order goes to another one than the one before. */
  routeTo(baseUrls: readonly string[]): void {
    this.#clients = baseUrls.map((baseUrl) => new HttpClient(baseUrl));
  }

  /** Orders at a steady rate, however slow the answers are (up to a limit), until the load is stopped. @param label begins the orders' names */
  sell(label: string, perSecond: number): Sale {
    const orders: Order[] = [];
    const placed: Promise<void>[] = [];
    const startedAt = performance.now();
    let turnedAway = 0;
    let waiting = 0;
    const timer = setInterval(() => {
      const due = ((performance.now() - startedAt) / 1_000) * perSecond;
      while (orders.length + turnedAway < due) {
        if (waiting >= MAX_WAITING) {
          turnedAway += 1;
          continue;
        }
        const order = this.#newOrder(`${label} ${orders.length + 1}`);
        orders.push(order);
        waiting += 1;
        placed.push(this.#place(order, orders.length).finally(() => (waiting -= 1)));
      }
    }, TICK_MS);
    return {
      orders,
      acknowledges: (count) =>
        eventually(() => orders.filter(isAcknowledged).length >= count, { timeoutMs: PATIENCE_MS }),
      stop: async () => {
        clearInterval(timer);
        await Promise.all(placed);
        return orders;
      },
    };
  }

  /** Places one order. Resolves when it is acknowledged, or given up. */
  async buy(label: string): Promise<Order> {
    const order = this.#newOrder(label);
    await this.#place(order, 0);
    return order;
  }

  #newOrder(label: string): Order {
    const order = { name: `${label} ${newId()}`, card: cardOf(this.orders.length), tries: [] };
    this.orders.push(order);
    return order;
  }

  async #place(order: Order, turn: number): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (performance.now() < giveUpAt) {
      const count = order.tries.length;
      if (count > 0) await delay(RETRY_PAUSES_MS[count - 1] ?? RETRY_PAUSES_MS.at(-1));
      await this.#try(order, this.#clients[(turn + count) % this.#clients.length]!);
      if (order.chargeId) return;
    }
  }

  async #try(order: Order, client: HttpClient): Promise<void> {
    const [startedAt, start] = [Date.now(), performance.now()];
    const body = aChargeBody({ metadata: { order: order.name }, payment_details: order.card });
    let status: number | undefined;
    let retryAfter: string | null = null;
    try {
      const reply = await client.post<{ id: string }>('/v1/charges', this.credentials, body, {
        'idempotency-key': order.name,
      });
      ({ status } = reply);
      retryAfter = reply.headers.get('retry-after');
      if (status === 201) order.chargeId = reply.body.data.id;
    } catch {
      // Nobody answered: that is what the missing status says.
    }
    order.tries.push({ startedAt, durationMs: performance.now() - start, status, retryAfter });
  }
}

/** A load that is under way. */
export interface Sale {
  /** Grows while it lasts. */
  readonly orders: readonly Order[];
  /** Waits until so many of them are acknowledged. */
  acknowledges(count: number): Promise<unknown>;
  /** No more orders. Resolves with all when each is acknowledged, or given up. */
  stop(): Promise<readonly Order[]>;
}

const cardOf = (number: number): Order['card'] => ({
  token: number % SLOW_CARDS === 0 ? 'tok_timeout_approved' : 'tok_visa',
  installments: 1 + (number % MAX_INSTALLMENTS),
});

const isAcknowledged = ({ chargeId }: Order): boolean => chargeId !== undefined;

/** The names of orders that were never acknowledged. */
export const unacknowledged = (orders: readonly Order[]): string[] =>
  orders.filter((order) => !isAcknowledged(order)).map(({ name }) => name);
