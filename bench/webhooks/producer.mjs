import { setTimeout as sleep } from 'node:timers/promises';
import { importBuilt } from '../../scripts/lib/paths.mjs';
import { chargeEvent, newCharge } from '../charge-events.mjs';
import { monotonicMs } from './monotonic.mjs';

const { Outbox } = await importBuilt('libs/messaging/src/index.js');
const { PostgresDatabase } = await importBuilt('libs/persistence/src/index.js');
const { newId, PinoLogger } = await importBuilt('libs/runtime/src/index.js');

const tickMs = 5;
const requestTimeoutMs = 30_000;
/** So many charges are begun before the first of them is captured, so that its two events seldom meet on the way. */
const chargesBetween = 10;
const kinds = ['charge.pending', 'charge.captured'];
const attributes = { feeBps: '299', feeFixed: '0' };

/** Stands for payments: two events of every charge, as a service commits and publishes them. */
export class Producer {
  #made = 0;
  #charges = 0;
  #begun = [];
  #log = [];
  #stopped = false;

  constructor(bus, database, outbox) {
    this.bus = bus;
    this.database = database;
    this.outbox = outbox;
  }

  /** @param {{bus: object, databaseUrl: string, password: string}} options */
  static async open({ bus, databaseUrl: url, password }) {
    const logger = PinoLogger.create('warn');
    const database = await PostgresDatabase.connect({ url, role: 'payments', password, poolSize: 8, logger });
    return new Producer(bus, database, new Outbox(database, bus, logger));
  }

  /**
   * Commits one event after the other at a fixed rate, however long that takes (open loop), each with its outbox row in a transaction of
   * its own; the outbox publishes it. Ends early when it is told to {@link stop}.
   * @param {{rate: number, seconds: number, merchantIds: string[]}} load the merchants take turns
   */
  async commitAtRate({ rate, seconds, merchantIds }) {
    this.#stopped = false;
    const total = rate * seconds;
    const beganAt = performance.now();
    const running = [];
    while (running.length < total && !this.#stopped) {
      const due = Math.min(total, Math.ceil(((performance.now() - beganAt) * rate) / 1000));
      while (running.length < due) running.push(this.#commit(this.#nextEvent(merchantIds)));
      await sleep(tickMs);
    }
    await Promise.all(running);
  }

  stop() {
    this.#stopped = true;
  }

  /** Puts events on the bus as the outbox does after a commit. Resolves when the bus has them. @param {{count: number, merchantIds: string[]}} load */
  async publish({ count, merchantIds }) {
    const publishedAtMs = monotonicMs();
    const made = Array.from({ length: count }, () => this.#nextEvent(merchantIds));
    for (const { event, sequence } of made) this.#note(event, sequence, publishedAtMs);
    await this.bus.publish(made.map(({ event }) => event));
  }

  /** What was committed or published since the last time this was asked. */
  takeLog() {
    return this.#log.splice(0);
  }

  /** Sends a command to the service, as the gateway does. @param {{name: string, key: string, payload: object}} command */
  request({ name, key, payload }) {
    const message = {
      topic: 'webhooks.commands',
      id: newId(),
      type: name,
      key,
      value: JSON.stringify(payload),
      headers: {},
    };
    return this.bus.request(message, requestTimeoutMs);
  }

  async close() {
    await this.outbox.stop();
    await this.database.close();
  }

  /** The events of a charge follow each other, as its row's lock makes them. The first failure ends the load. */
  #commit({ event, begun, sequence }) {
    const { outboxId: previous, committed } = begun;
    const outboxId = this.outbox.newId();
    begun.outboxId = outboxId;
    begun.committed = this.#commitAfter(committed, event, { outboxId, previous, sequence });
    begun.committed.catch(() => this.stop());
    return begun.committed;
  }

  async #commitAfter(committed, event, { outboxId, previous, sequence }) {
    await committed;
    await this.database.transaction(async (transaction) => {
      // The first effect of the commit: before the outbox publishes.
      transaction.afterCommit(() => this.#note(event, sequence, monotonicMs()));
      await this.outbox.add(transaction, { id: outboxId, messages: [event], follows: [previous] });
    });
  }

  #note({ id, key: chargeId, headers: { merchantId } }, sequence, committedAtMs) {
    this.#log.push({ id, chargeId, sequence, merchantId, committedAtMs });
  }

  /** Of a new charge, or the second one of a charge that was begun before. */
  #nextEvent(merchantIds) {
    const turn = this.#made++;
    const isPending = turn % (2 * chargesBetween) < chargesBetween;
    const begun = isPending ? this.#begin(merchantIds) : this.#begun.shift();
    const sequence = isPending ? 1 : 2;
    return { event: chargeEvent(begun.charge, { event: kinds[sequence - 1], sequence, attributes }), begun, sequence };
  }

  #begin(merchantIds) {
    const merchantId = merchantIds[this.#charges++ % merchantIds.length];
    const begun = { charge: newCharge({ merchantId }), outboxId: null, committed: Promise.resolve() };
    this.#begun.push(begun);
    return begun;
  }
}

/** The calls that a worker with a producer answers. @param {() => Producer} producer */
export const producerCalls = (producer) => ({
  commitAtRate: (load) => producer().commitAtRate(load),
  stopCommitting: () => producer().stop(),
  publish: (load) => producer().publish(load),
  takeLog: () => producer().takeLog(),
  request: (command) => producer().request(command),
});
