import { InProcessBus } from '@centavo/messaging';
import type { Database, PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, PostbackReceiver, silentLogger, testSettings, type TestDatabase } from '@centavo/testing';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { anEndpoint } from '../testing/an-endpoint.js';
import { ReceiverPaths, silence } from '../testing/receiver-paths.js';
import { anEvent } from '../testing/an-event.js';
import { startWebhooks, type RunningWebhooks } from '../testing/start-webhooks.js';
import type { DeliveryLimits } from './delivery-limits.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

const LIMITS = { attemptTimeoutMs: 300, leaseMs: 600, claimIdleMs: 50, claimPauseMs: 5, drainMs: 1_000 };
/** What takes too long for a busy machine would be sent again. */
const PATIENT = { attemptTimeoutMs: 15_000, leaseMs: 30_000 };

describe('instances that share the work', () => {
  const settings = testSettings();
  let server: TestDatabase;
  let database: Database;
  let listener: PostbackReceiver;
  let receiver: ReceiverPaths;
  const stops: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
  });

  beforeEach(async () => {
    listener = await PostbackReceiver.start();
    receiver = new ReceiverPaths(listener);
  });

  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    await listener.close();
  });

  afterAll(() => server.close());

  interface Instance {
    readonly bus: InProcessBus;
    readonly database: PostgresDatabase;
    readonly webhooks: RunningWebhooks;
  }

  /** An instance with a bus and a pool of its own. */
  async function start(limits: Partial<DeliveryLimits> = {}): Promise<Instance> {
    const own = await server.database('webhooks');
    const bus = new InProcessBus({ logger: silentLogger });
    const webhooks = await startWebhooks(
      { bus, database: own, settings, logger: silentLogger },
      { ...LIMITS, ...limits },
    );
    stops.push(async () => {
      await webhooks.stop();
      await bus.close();
    });
    return { bus, database: own, webhooks };
  }

  /** Cuts an instance off from the database: whatever it still does, nobody will ever know. */
  const crash = ({ database: own }: Instance): Promise<void> => own.close();

  it('takes over the deliveries of one that died, in order', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/hook'));
    const resourceId = newId();
    const [pending, captured, refunded] = ['charge.pending', 'charge.authorized', 'charge.captured'].map((type) =>
      anEvent(endpoint.merchantId, { type, resourceId, key: resourceId }),
    );
    receiver.answers.set('/hook', silence);
    const dying = await start();
    await dying.bus.publish([pending!, captured!]);
    await eventually(() => receiver.at('/hook').length === 1);
    await crash(dying);
    receiver.answers.delete('/hook');

    const heir = await start();
    // A new event of the same charge arrives before the lease of the first one ends, and must not overtake it.
    await heir.bus.publish([refunded!]);
    await eventually(() => receiver.at('/hook').some(({ id }) => id === refunded!.id));
    const firstArrivals = [...new Set(receiver.idsAt('/hook'))];
    expect(firstArrivals).toEqual([pending!.id, captured!.id, refunded!.id]);
    await eventually(async () => expect(await countDue(database, endpoint.id)).toBe(0));
    const deliveries = await deliveriesOf(database, endpoint.id);
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('deliver everything once between them, more than either keeps in memory', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/hook'));
    const small = { ...PATIENT, waitingPerEndpoint: 5, inFlightPerEndpoint: 2, claimPerEndpoint: 4 };
    const [left, right] = [await start(small), await start(small)];
    const events = Array.from({ length: 300 }, () => anEvent(endpoint.merchantId));
    await Promise.all(events.map((event, index) => (index % 2 ? left : right).bus.publish([event])));
    await eventually(async () => expect(await countDue(database, endpoint.id)).toBe(0));
    expect(
      receiver
        .at('/hook')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(events.map(({ id }) => id).toSorted());
  });

  it("keep a resource's order although memory is full", async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/hook'));
    const { bus } = await start({ ...PATIENT, waitingPerEndpoint: 3, inFlightPerEndpoint: 2, claimPerEndpoint: 4 });
    const resources = Array.from({ length: 20 }, () => newId());
    const events = ['charge.pending', 'charge.authorized', 'charge.captured'].flatMap((type) =>
      resources.map((resourceId) => anEvent(endpoint.merchantId, { type, resourceId, key: resourceId })),
    );
    for (const event of events) await bus.publish([event]);
    await eventually(() => receiver.at('/hook').length === events.length);
    for (const resourceId of resources) {
      const kinds = receiver.at('/hook').map(({ body }) => JSON.parse(body) as { event: string; data: { id: string } });
      expect(kinds.filter(({ data }) => data.id === resourceId).map(({ event }) => event)).toEqual([
        'charge.pending',
        'charge.authorized',
        'charge.captured',
      ]);
    }
  });

  it('hand on at once what one that stops has not sent', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/hook'));
    receiver.answers.set('/hook', silence);
    const long = { inFlightPerEndpoint: 1, attemptTimeoutMs: 2_000, leaseMs: 60_000, drainMs: 60_000 };
    const leaving = await start(long);
    const events = Array.from({ length: 3 }, () => anEvent(endpoint.merchantId));
    await leaving.bus.publish(events);
    await eventually(() => receiver.at('/hook').length === 1);
    await leaving.webhooks.stop();
    receiver.answers.delete('/hook');
    await start(long);
    await eventually(() => new Set(receiver.idsAt('/hook')).size === 3);
    expect(receiver.at('/hook')).toHaveLength(3);
  });

  it('keep the order although one never hears that it has stored an event', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/hook'));
    const resourceId = newId();
    const [pending, authorized] = ['charge.pending', 'charge.authorized'].map((type) =>
      anEvent(endpoint.merchantId, { type, resourceId, key: resourceId }),
    );
    const { bus, database: own } = await start(PATIENT);
    const lost = loseAnswerTo(own, 'INSERT INTO due_deliveries');
    await bus.publish([pending!]);
    await lost;
    await bus.publish([authorized!]);
    await eventually(() => receiver.at('/hook').length === 2);
    expect(receiver.idsAt('/hook')).toEqual([pending!.id, authorized!.id]);
  });

  it('write down what was delivered while the database was away', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/hook'));
    const { bus } = await start(PATIENT);
    const held = Promise.withResolvers<void>();
    receiver.answers.set('/hook', () => held.promise.then(() => ({ status: 200 })));
    await bus.publish([anEvent(endpoint.merchantId)]);
    await eventually(() => receiver.at('/hook').length === 1);
    const admin = await server.database('webhooks');
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'webhooks' AND pid <> pg_backend_pid()`,
    );
    held.resolve();
    await eventually(async () => {
      const [delivery] = await deliveriesOf(admin, endpoint.id);
      expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 1 });
    });
    expect(receiver.at('/hook')).toHaveLength(1);
  });
});

/** The next statement with `part` in it is committed, and the connection breaks before anybody hears of it. Resolves then. */
function loseAnswerTo(database: PostgresDatabase, part: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const query = database.query.bind(database);
  database.query = async <Result>(text: string, parameters?: readonly unknown[]): Promise<Result[]> => {
    const rows = await query<Result>(text, parameters);
    if (!text.includes(part)) return rows;
    database.query = query;
    resolve();
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
  return promise;
}
