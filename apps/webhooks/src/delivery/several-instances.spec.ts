import { InProcessBus, type AddressedMessage } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, PostbackReceiver, silentLogger, testSettings, type TestDatabase } from '@centavo/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { anEndpoint } from '../testing/an-endpoint.js';
import { anEvent } from '../testing/an-event.js';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { ReceiverPaths, type Postback } from '../testing/receiver-paths.js';
import { startWebhooks } from '../testing/start-webhooks.js';
import { RETRY_SCHEDULE } from './retry-schedule.domain.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

const INSTANCES = 3;
const EVENTS = Number(process.env['EVENTS'] ?? 1_500);
const TEST_TIMEOUT_MS = 180_000 + EVENTS * 100;
const PUBLISHED_AT_ONCE = 60;
/** Of each resource, in this order. */
const KINDS = ['charge.pending', 'charge.authorized', 'charge.captured'];

/** Small enough that most of it goes through the table, where the instances meet. */
const LIMITS = {
  retrySchedule: { ...RETRY_SCHEDULE, pausesMs: [0, ...Array.from({ length: 50 }, () => 20)] },
  waitingPerEndpoint: 40,
  inFlightPerEndpoint: 16,
  claimPerEndpoint: 16,
  claimPauseMs: 5,
  // What takes too long for a busy machine would be sent again.
  attemptTimeoutMs: 60_000,
  leaseMs: 180_000,
};

describe('three instances on one database', () => {
  const settings = testSettings();
  const stops: (() => Promise<void>)[] = [];
  const buses: InProcessBus[] = [];
  let server: TestDatabase;
  let database: Database;
  let listener: PostbackReceiver;
  let receiver: ReceiverPaths;

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
    listener = await PostbackReceiver.start();
    receiver = new ReceiverPaths(listener);
    for (let n = 0; n < INSTANCES; n += 1) {
      const bus = new InProcessBus({ logger: silentLogger });
      const own = await server.database('webhooks');
      const webhooks = await startWebhooks({ bus, database: own, settings, logger: silentLogger }, LIMITS);
      buses.push(bus);
      stops.push(async () => {
        await webhooks.stop();
        await bus.close();
      });
    }
  });

  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await listener.close();
    await server.close();
  });

  /** A resource's events go to one instance, as a partition of the broker does. */
  async function publish(events: readonly AddressedMessage[]): Promise<void> {
    const shares = Map.groupBy(events, ({ key }) => Number.parseInt(key.slice(-4), 16) % INSTANCES);
    await Promise.all([...shares].map(([instance, share]) => buses[instance]!.publish(share)));
  }

  const nothingDue = (endpointId: string): Promise<void> =>
    eventually(async () => expect(await countDue(database, endpointId)).toBe(0), {
      timeoutMs: TEST_TIMEOUT_MS,
      everyMs: 100,
    });

  it(
    'lose nothing, double nothing and keep the order, whatever the receivers are like',
    async () => {
      const merchantId = newId();
      const seen = new Set<string>();
      const othersServed = Promise.withResolvers<void>();
      receiver.answers.set('/slow', () => delay(30, { status: 200 }));
      receiver.answers.set('/failing', ({ id }) => {
        const isFirst = !seen.has(id);
        seen.add(id);
        return { status: isFirst && failsFirst(id) ? 503 : 200 };
      });
      receiver.answers.set('/hanging', () => othersServed.promise.then(() => ({ status: 200 })));
      const endpointAt = async (path: string): Promise<string> =>
        (await anEndpoint(database, settings, receiver.url(path), { merchantId })).id;
      const paths = ['/quick', '/slow', '/failing'];
      const endpointIds = await Promise.all(paths.map(endpointAt));
      const hangingId = await endpointAt('/hanging');

      const resourceIds = Array.from({ length: Math.ceil(EVENTS / KINDS.length) }, () => newId());
      const aKind = (type: string) => (resourceId: string) =>
        anEvent(merchantId, { type, resourceId, key: resourceId });
      const eventIds: string[] = [];
      for (let from = 0; from < resourceIds.length; from += PUBLISHED_AT_ONCE) {
        const some = resourceIds.slice(from, from + PUBLISHED_AT_ONCE);
        const events = KINDS.flatMap((type) => some.map(aKind(type)));
        eventIds.push(...events.map(({ id }) => id));
        await publish(events);
      }

      for (const id of endpointIds) await nothingDue(id);
      const once = eventIds.toSorted();
      expect(receiver.idsAt('/quick').toSorted()).toEqual(once);
      expect(receiver.idsAt('/slow').toSorted()).toEqual(once);
      expect(receiver.idsAt('/failing').toSorted()).toEqual([...once, ...once.filter(failsFirst)].toSorted());

      expect(await countDue(database, hangingId)).toBeGreaterThan(0);
      othersServed.resolve();
      await nothingDue(hangingId);
      // What took longer than an attempt may was sent again; how often is in the log.
      const attempts = (await deliveriesOf(database, hangingId)).flatMap((delivery) =>
        delivery.attempts.map(() => delivery.event_id),
      );
      expect(receiver.idsAt('/hanging').toSorted()).toEqual(attempts.toSorted());

      for (const [index, id] of [...endpointIds, hangingId].entries()) {
        expect(resourcesOutOfOrder(receiver.at([...paths, '/hanging'][index]!))).toEqual([]);
        const statuses = (await deliveriesOf(database, id)).map(({ status }) => status);
        expect(statuses).toEqual(eventIds.map(() => 'delivered'));
      }
    },
    TEST_TIMEOUT_MS,
  );
});

/** Every second event comes twice where this counts, because it fails the first time. */
const failsFirst = (id: string): boolean => Number.parseInt(id.slice(-1), 16) % 2 === 0;

/** Resources of which the events arrived for the first time in another order than they happened. */
function resourcesOutOfOrder(postbacks: readonly Postback[]): string[] {
  const kinds = new Map<string, Set<string>>();
  for (const { body } of postbacks) {
    const { event, data } = JSON.parse(body) as { event: string; data: { id: string } };
    kinds.set(data.id, (kinds.get(data.id) ?? new Set()).add(event));
  }
  return [...kinds].filter(([, heard]) => [...heard].join() !== KINDS.join()).map(([resourceId]) => resourceId);
}
