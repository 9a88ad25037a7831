import { setImmediate } from 'node:timers/promises';
import type { Database, Transaction } from '@centavo/persistence';
import { eventually, silentLogger, startTestProcess } from '@centavo/testing';
import { type AddressedMessage, Bus, BusUnavailableError, type RunningSubscription } from '../bus.js';
import { messageTo } from '../testing/bus-fixture.js';
import { type MessagingDatabase, startMessagingDatabase } from '../testing/messaging-database.js';
import { Outbox } from './outbox.js';

/** A bus that can be down, and writes down what it was given. */
class RecordingBus extends Bus {
  readonly published: string[] = [];
  readonly #held = new Map<string, Promise<void>>();
  isDown = false;
  refusals = 0;

  /** Its first publication ends as the promise does. */
  hold(text: string): PromiseWithResolvers<void> {
    const deferred = Promise.withResolvers<void>();
    this.#held.set(text, deferred.promise);
    return deferred;
  }

  /** Whether a publication is being held. */
  readonly holding = new Set<string>();

  async publish(messages: readonly AddressedMessage[]): Promise<void> {
    for (const text of messages.map(({ value }) => JSON.parse(value) as string)) {
      const held = this.#held.get(text);
      this.#held.delete(text);
      if (held) this.holding.add(text);
      await held;
    }
    if (this.isDown) {
      this.refusals += 1;
      throw new BusUnavailableError('down');
    }
    this.published.push(...messages.map(({ value }) => JSON.parse(value) as string));
  }

  request(): Promise<unknown> {
    return Promise.reject(new BusUnavailableError('no requests'));
  }

  subscribe(): Promise<RunningSubscription> {
    return Promise.reject(new BusUnavailableError('no subscriptions'));
  }

  async backlog(): Promise<number> {
    return 0;
  }

  async lag(): Promise<ReadonlyMap<string, number>> {
    return new Map();
  }

  problem(): string | null {
    return this.isDown ? 'down' : null;
  }

  async close(): Promise<void> {}
}

const STOP_TIMEOUT_MS = 100;

const said = (text: string): AddressedMessage => messageTo('events', 'aggregate', 'said', text);

describe('the outbox', () => {
  let tables: MessagingDatabase;
  let bus: RecordingBus;
  let outboxes: Outbox[];

  beforeEach(async () => {
    tables = await startMessagingDatabase();
    bus = new RecordingBus();
    outboxes = [];
  });
  afterEach(async () => {
    bus.isDown = false;
    await Promise.all(outboxes.map((outbox) => outbox.stop(STOP_TIMEOUT_MS)));
    await tables.test.close();
  });

  /** An instance of the service. */
  function instance(database: Database, ownBus: Bus = bus): Outbox {
    const outbox = new Outbox(database, ownBus, silentLogger);
    outboxes.push(outbox);
    return outbox;
  }

  async function say(
    outbox: Outbox,
    text: string,
    follows: string[] = [],
    database = tables.database,
  ): Promise<string> {
    const id = outbox.newId();
    await database.transaction((transaction) => outbox.add(transaction, { id, messages: [said(text)], follows }));
    return id;
  }

  const rows = async (): Promise<number> => (await tables.database.query('SELECT id FROM outbox')).length;

  it('publishes after the commit and deletes the row', async () => {
    await say(instance(tables.database), 'hello');

    await eventually(() => expect(bus.published).toEqual(['hello']));
    await eventually(async () => expect(await rows()).toBe(0));
  });

  it('publishes nothing of a transaction that rolled back', async () => {
    const outbox = instance(tables.database);
    const failing = tables.database.transaction(async (transaction: Transaction) => {
      await outbox.add(transaction, { id: outbox.newId(), messages: [said('unsaid')], follows: [] });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await say(outbox, 'said');

    await eventually(() => expect(bus.published).toEqual(['said']));
  });

  it('keeps the order of commits through an outage of the bus', async () => {
    const outbox = instance(tables.database);
    await say(outbox, 'one');
    bus.isDown = true;
    for (const text of ['two', 'three', 'four']) await say(outbox, text);
    await eventually(() => expect(bus.refusals).toBeGreaterThan(3));
    expect(outbox.pending).toBe(3);
    expect(outbox.oldestPendingMs).toBeGreaterThan(0);

    bus.isDown = false;
    await say(outbox, 'five');

    await eventually(() => expect(bus.published).toEqual(['one', 'two', 'three', 'four', 'five']));
    expect(outbox.pending).toBe(0);
  });

  it('publishes the predecessors that another instance has not published, and theirs, first', async () => {
    const stuck = new RecordingBus();
    stuck.isDown = true;
    const otherDatabase = await tables.connect();
    const other = instance(otherDatabase, stuck);
    const first = await say(other, 'first', [], otherDatabase);
    const second = await say(other, 'second', [first], otherDatabase);

    await say(instance(tables.database), 'third', [second]);

    await eventually(() => expect(bus.published).toEqual(['first', 'second', 'third']));
  });

  it('lets nothing newer overtake a row that fails while predecessors of others are published', async () => {
    const stuck = new RecordingBus();
    stuck.isDown = true;
    const otherDatabase = await tables.connect();
    const theirs = await say(instance(otherDatabase, stuck), 'theirs', [], otherDatabase);
    const [older, foreign] = [bus.hold('older'), bus.hold('theirs')];

    const mine = instance(tables.database);
    const first = await say(mine, 'older');
    await say(mine, 'newer', [first, theirs]);
    await eventually(() => expect([...bus.holding]).toEqual(['older', 'theirs']));
    older.reject(new BusUnavailableError('lost'));
    // That is heard before what comes later.
    await setImmediate();
    foreign.resolve();

    await eventually(() => expect(bus.published).toEqual(['theirs', 'older', 'newer']));
  });

  it('keeps the order of its own rows', async () => {
    const outbox = instance(tables.database);
    const first = await say(outbox, 'first');
    await say(outbox, 'second', [first]);

    await eventually(() => expect(bus.published).toEqual(['first', 'second']));
  });

  it('relays what an instance left that was killed between commit and publish', async () => {
    const victim = startTestProcess(new URL('../testing/outbox-process.main.ts', import.meta.url), {
      url: tables.test.adminUrl,
      password: tables.test.password,
    });
    await eventually(() => expect(victim.messages).toEqual(['committed']));
    await victim.kill();
    expect(await rows()).toBe(2);

    instance(tables.database).start();

    await eventually(() => expect(bus.published).toEqual(['one', 'two']));
    await eventually(async () => expect(await rows()).toBe(0));
  });

  it('leaves what it could not publish to the next start', async () => {
    const outbox = instance(tables.database);
    bus.isDown = true;
    await say(outbox, 'left behind');
    await outbox.stop(STOP_TIMEOUT_MS);
    expect(await rows()).toBe(1);

    bus.isDown = false;
    instance(tables.database).start();

    await eventually(() => expect(bus.published).toEqual(['left behind']));
  });

  it('lets wait who has much to say, until the bus has taken most of it', async () => {
    const outbox = instance(tables.database);
    await outbox.shrunkTo(0);
    bus.isDown = true;
    for (const text of ['one', 'two', 'three']) await say(outbox, text);
    await outbox.shrunkTo(3);
    const shrunk = outbox.shrunkTo(1).then(() => outbox.pending);
    const aborted = new AbortController();
    const givenUp = outbox.shrunkTo(0, aborted.signal).then(() => outbox.pending);
    aborted.abort();
    expect(await givenUp).toBe(3);
    expect(await Promise.race([shrunk, Promise.resolve('still waits')])).toBe('still waits');

    bus.isDown = false;

    expect(await shrunk).toBeLessThanOrEqual(1);
  });

  it('leaves no row for a transaction that has nothing to say', async () => {
    const outbox = instance(tables.database);
    await tables.database.transaction((transaction) =>
      outbox.add(transaction, { id: outbox.newId(), messages: [], follows: [] }),
    );

    expect(await rows()).toBe(0);
  });
});
