import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { KafkaBus, type AddressedMessage } from '@centavo/messaging';
import { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, silentLogger, testSettings } from '@centavo/testing';
import fc from 'fast-check';
import { DeliveryLimits } from '../../apps/webhooks/src/delivery/delivery-limits.js';
import { anEndpoint } from '../../apps/webhooks/src/testing/an-endpoint.js';
import { anEvent } from '../../apps/webhooks/src/testing/an-event.js';
import { startStack, type Stack } from '../../scripts/lib/stack.mjs';
import { PostbackLog } from '../support/postback-log.js';

/** `KILLS=20 EVENTS=20000 npm test -- killed-postbacks` is the long run. */
const EVENTS = Number(process.env['EVENTS'] ?? 2_000);
const KILLS = Number(process.env['KILLS'] ?? 5);
/** `SEED` of the environment repeats a run's victims and moments of death, as far as a race can be repeated. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));

const EVENTS_PER_SECOND = 150;
const TICK_MS = 100;
const INSTANCES = 2;
/** Of each resource, in this order. */
const KINDS = ['charge.pending', 'charge.authorized', 'charge.captured'];
const VICTIMS = ['webhooks', 'PostgreSQL', 'webhooks', 'Kafka', 'webhooks'] as const;
/** What a killed instance had leased is nobody's for half a minute. A busy machine then needs time. */
const SETTLED_WITHIN_MS = 120_000;
const TEST_TIMEOUT_MS = 2 * SETTLED_WITHIN_MS + (EVENTS / EVENTS_PER_SECOND) * 2_000 + KILLS * 20_000;

interface Kill {
  readonly victim: (typeof VICTIMS)[number];
  readonly instance: number;
  /** The part of all events that is published when it comes. */
  readonly after: number;
}

const aKill = fc.record({
  instance: fc.nat({ max: INSTANCES - 1 }),
  after: fc.noBias(fc.double({ min: 0.02, max: 0.98, noNaN: true })),
});
const kills: readonly Kill[] = fc
  .sample(aKill, { seed, numRuns: KILLS })
  .map((kill, index) => ({ ...kill, victim: VICTIMS[index % VICTIMS.length]! }))
  .toSorted((a, b) => a.after - b.after);

describe(`Postbacks of a stack that is killed again and again (SEED=${seed})`, () => {
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const settings = testSettings({ SECRETS_KEY });
  const merchantId = newId();
  const logs: PostbackLog[] = [];
  let stack: Stack;
  let bus: KafkaBus;
  let database: PostgresDatabase;
  let published = 0;

  beforeAll(async () => {
    stack = await startStack({
      // Nobody else is needed: events come straight from their topic.
      scale: { onboarding: 0, payments: 0, ledger: 0, gateway: 0, webhooks: INSTANCES },
      env: { SECRETS_KEY },
    });
    bus = new KafkaBus({ brokers: [stack.kafka.brokers], logger: silentLogger });
    const url = stack.postgres.adminUrl;
    const { username: role, password } = new URL(url);
    database = await PostgresDatabase.connect({
      url,
      role,
      password,
      schema: 'webhooks',
      poolSize: 2,
      logger: silentLogger,
    });
    // One that always has some under way when an instance dies.
    for (const answersAfterMs of [0, 100]) {
      const log = await PostbackLog.start({ answersAfterMs });
      logs.push(log);
      await anEndpoint(database, settings, log.url, { merchantId });
    }
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([bus.close(), database.close()]);
    await stack.stop();
    await Promise.all(logs.map((log) => log.close()));
  }, TEST_TIMEOUT_MS);

  /** As an outbox would: until they are taken, and nothing of what follows before. */
  async function publishAll(events: readonly AddressedMessage[]): Promise<void> {
    const startedAt = performance.now();
    while (published < events.length) {
      await delay(TICK_MS);
      const due = Math.ceil(((performance.now() - startedAt) / 1_000) * EVENTS_PER_SECOND);
      const next = events.slice(published, Math.min(due, published + EVENTS_PER_SECOND));
      const isTaken = await bus.publish(next).then(
        () => true,
        () => false,
      );
      if (isTaken) published += next.length;
    }
  }

  async function execute({ victim, instance }: Kill): Promise<void> {
    if (victim === 'webhooks') {
      await stack.kill('webhooks', instance);
      await stack.restart('webhooks', instance);
    } else if (victim === 'Kafka') {
      await stack.kafka.kill();
      await stack.kafka.restart();
    } else {
      // One server process that dies takes all down: PostgreSQL ends every connection and recovers from its log.
      const [backend] = await eventually(() =>
        database.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE usename = 'webhooks' LIMIT 1`),
      );
      if (backend) process.kill(backend.pid, 'SIGKILL');
    }
  }

  async function killAll(): Promise<void> {
    for (const kill of kills) {
      await eventually(() => published >= kill.after * EVENTS, { timeoutMs: TEST_TIMEOUT_MS });
      await execute(kill);
    }
  }

  it(
    'all arrive, in order of each resource, and few arrive twice',
    async () => {
      const resourceIds = Array.from({ length: Math.ceil(EVENTS / KINDS.length) }, () => newId());
      const events = inTurns(merchantId, resourceIds);
      await Promise.all([publishAll(events), killAll()]);

      await eventually(
        async () => {
          for (const log of logs) expect(outOfOrder(log, resourceIds)).toEqual([]);
          expect(await database.query('SELECT delivery_id FROM due_deliveries LIMIT 5')).toEqual([]);
        },
        { timeoutMs: SETTLED_WITHIN_MS, everyMs: 500 },
      );
      expect(await database.query('SELECT reason FROM dead_letters LIMIT 5')).toEqual([]);
      expect(await database.query(`SELECT id, status FROM deliveries WHERE status <> 'delivered' LIMIT 5`)).toEqual([]);
      const doubled = logs.reduce((sum, log) => sum + log.count - events.length, 0);
      expect(doubled).toBeLessThanOrEqual(KILLS * logs.length * new DeliveryLimits().inFlightPerEndpoint);
    },
    TEST_TIMEOUT_MS,
  );
});

/** Events of some resources that go through their lives at the same time, then of the next ones. */
function inTurns(merchantId: string, resourceIds: readonly string[]): AddressedMessage[] {
  const events: AddressedMessage[] = [];
  const together = 20;
  for (let from = 0; from < resourceIds.length; from += together) {
    for (const [index, type] of KINDS.entries()) {
      for (const resourceId of resourceIds.slice(from, from + together)) {
        const event = anEvent(merchantId, { type, resourceId, key: resourceId });
        const payload = { ...(JSON.parse(event.value) as object), sequence: index + 1 };
        events.push({ ...event, value: JSON.stringify(payload) });
      }
    }
  }
  return events;
}

/** Resources of which a receiver has not heard every event, or not in their order. */
const outOfOrder = (log: PostbackLog, resourceIds: readonly string[]): string[] =>
  resourceIds
    .filter((id) => log.sequencesOf(id).join() !== KINDS.map((_, index) => index + 1).join())
    .map((id) => `${id} heard ${log.sequencesOf(id).join()}`);
