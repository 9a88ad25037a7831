import { InProcessBus } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import {
  eventually,
  HOSTILE_RECEIVERS,
  HostileReceiver,
  PostbackReceiver,
  silentLogger,
  testSettings,
  type TestDatabase,
  type Verdict,
} from '@centavo/testing';
import { anEndpoint } from '../testing/an-endpoint.js';
import { anEvent } from '../testing/an-event.js';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { startWebhooks, type RunningWebhooks } from '../testing/start-webhooks.js';
import { RETRY_SCHEDULE } from './retry-schedule.domain.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

/** Two attempts at everything, soon; what waits longer was asked to. */
const LIMITS = {
  retrySchedule: { ...RETRY_SCHEDULE, pausesMs: [0, 20] },
  // Long enough for a busy machine to take every answer that comes.
  attemptTimeoutMs: 6_000,
  leaseMs: 20_000,
  claimPauseMs: 5,
  drainMs: 1_000,
};
const EVENTS = 2;
const TEST_TIMEOUT_MS = 240_000;

const NAMES = Object.keys(HOSTILE_RECEIVERS);

/** What the log says of an attempt that met it. */
const logged = (verdict: Verdict): object =>
  typeof verdict === 'number'
    ? { status_code: verdict, error: null }
    : { status_code: null, error: expect.stringMatching(new RegExp(`^${verdict}: `)) };

describe('a merchant whose receivers are all hostile but one', () => {
  const settings = testSettings();
  const endpointIds = new Map<string, string>();
  let server: TestDatabase;
  let database: Database;
  let bus: InProcessBus;
  let webhooks: RunningWebhooks;
  let neighbour: PostbackReceiver;
  let neighbourId: string;
  let hostile: HostileReceiver[];

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
    bus = new InProcessBus({ logger: silentLogger });
    webhooks = await startWebhooks({ bus, database, settings, logger: silentLogger }, LIMITS);
    neighbour = await PostbackReceiver.start();
    hostile = await Promise.all(Object.values(HOSTILE_RECEIVERS).map((each) => HostileReceiver.start(each)));

    const merchantId = newId();
    for (const [index, name] of NAMES.entries()) {
      endpointIds.set(name, (await anEndpoint(database, settings, hostile[index]!.url, { merchantId })).id);
    }
    neighbourId = (await anEndpoint(database, settings, neighbour.url('/hook'), { merchantId })).id;
    await bus.publish(Array.from({ length: EVENTS }, () => anEvent(merchantId)));
  });

  afterAll(async () => {
    await webhooks.stop();
    await bus.close();
    await Promise.all([neighbour, ...hostile].map((receiver) => receiver.close()));
    await server.close();
  });

  it('has each event at the one that is not', async () => {
    await neighbour.waitFor(EVENTS);
    await eventually(async () => {
      const deliveries = await deliveriesOf(database, neighbourId);
      expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: EVENTS }, () => 'delivered'));
    });
    expect(neighbour.requests).toHaveLength(EVENTS);
  });

  it.each(NAMES)(
    'finds in the log what became of deliveries to the one that %s',
    async (name) => {
      const { verdict } = HOSTILE_RECEIVERS[name]!;
      const endpointId = endpointIds.get(name)!;
      const deliveries = await eventually(async () => {
        const found = await deliveriesOf(database, endpointId);
        expect(found.filter(({ attempt_count: count }) => count === 0)).toEqual([]);
        expect(await countDue(database, endpointId)).toBe(name === 'asks to be left alone for a decade' ? EVENTS : 0);
        return found;
      });
      expect(deliveries).toHaveLength(EVENTS);
      for (const { attempts, status } of deliveries) {
        expect(attempts).toEqual(attempts.map(() => expect.objectContaining(logged(verdict))));
        expect(status === 'delivered').toBe(typeof verdict === 'number' && verdict < 300);
      }
    },
    TEST_TIMEOUT_MS,
  );
});
