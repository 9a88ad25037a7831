import type { Database } from '@centavo/persistence';
import { newId, SystemClock } from '@centavo/runtime';
import { eventually, lockWaiters, silentLogger, testSettings, type TestDatabase } from '@centavo/testing';
import { foldDeliveryCounts } from '../log/delivery-counts.sql.js';
import { anEndpoint } from '../testing/an-endpoint.js';
import { putInStatus, storeDeliveries, type StoredDelivery } from '../testing/stored-deliveries.js';
import { PartitionKeeper } from './partition-keeper.js';
import { dropOldestWeek, ensurePartitions, purgeExpired } from './retention.sql.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

describe('retention', () => {
  let server: TestDatabase;
  let database: Database;
  beforeEach(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
    await ensurePartitions(database, daysAgo(140), daysAgo(0));
  });
  afterEach(() => server.close());

  /** An endpoint's deliveries of events of some days ago. */
  const deliveriesOf = (endpointId: string, days: readonly number[]): Promise<StoredDelivery[]> =>
    storeDeliveries(
      database,
      days.map((age) => ({ merchantId: newId(), endpointId, occurredAt: daysAgo(age) })),
    );

  async function keep(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const keeper = new PartitionKeeper(database, testSettings(environment), new SystemClock(), silentLogger);
    await keeper.start();
    await keeper.stop();
  }

  const weeks = async (table: string): Promise<number> => {
    const [row] = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
       WHERE inhparent = $1::regclass AND c.relname !~ 'elsewhen'`,
      [table],
    );
    return row!.count;
  };
  const left = async (table: string, column: string): Promise<string[]> => {
    const rows = await database.query<{ id: string }>(`SELECT DISTINCT ${column} AS id FROM ${table} ORDER BY 1`);
    return rows.map(({ id }) => id);
  };
  const total = async (): Promise<number> => {
    const [row] = await database.query<{ total: number }>(
      'SELECT coalesce(sum(count), 0)::int AS total FROM published_postback_delivery_counts',
    );
    return row!.total;
  };

  it('drops the weeks that are past it, with all that is kept of them', async () => {
    const deliveries = await deliveriesOf(newId(), [130, 110, 98, 89, 10, 0]);
    await putInStatus(database, deliveries.slice(0, 2), 'delivered');
    await database.transaction(foldDeliveryCounts);
    await putInStatus(database, deliveries.slice(2, 3), 'exhausted');
    const before = await weeks('events');

    await keep();

    const kept = deliveries.slice(3);
    expect(await left('events', 'id')).toEqual(kept.map(({ eventId }) => eventId));
    expect(await left('deliveries', 'id')).toEqual(kept.map(({ id }) => id));
    expect(await left('published_postback_delivery_listings', 'id')).toEqual(kept.map(({ id }) => id));
    expect(await total()).toBe(kept.length);
    const dropped = before - (await weeks('events'));
    expect(dropped).toBeGreaterThan(5);
    for (const table of ['deliveries', 'delivery_listings', 'delivery_counts']) {
      expect(await weeks(table)).toBe(before - dropped);
    }
  });

  it('is as long as the setting says', async () => {
    const deliveries = await deliveriesOf(newId(), [130, 60, 20]);
    await keep({ POSTBACK_RETENTION_DAYS: '150' });
    expect(await total()).toBe(deliveries.length);
    await keep({ POSTBACK_RETENTION_DAYS: '30' });
    expect(await left('deliveries', 'id')).toEqual(deliveries.slice(2).map(({ id }) => id));
    expect(() => testSettings({ POSTBACK_RETENTION_DAYS: '29' })).toThrow('POSTBACK_RETENTION_DAYS');
  });

  it('drops no week that is not older than thirty days, whatever it is told', async () => {
    const deliveries = await deliveriesOf(newId(), [36, 29, 0]);
    while (await dropOldestWeek(database, new Date('2999-01-01')));
    expect(await left('deliveries', 'id')).toEqual(expect.arrayContaining(deliveries.slice(1).map(({ id }) => id)));
    expect(await dropOldestWeek(database, new Date('2999-01-01'))).toBe(false);
  });

  it('is nobody else’s to enforce', async () => {
    const gateway = await server.database('gateway');
    await expect(gateway.query('SELECT webhooks.drop_oldest_week(now())')).rejects.toThrow('permission denied');
  });

  it('waits for nobody: others would wait behind it', async () => {
    await deliveriesOf(newId(), [130]);
    const before = await weeks('events');
    // It waits too briefly for a connection to be made meanwhile.
    await Promise.all(Array.from({ length: 3 }, () => database.query('SELECT pg_sleep(0.1)')));
    await database.transaction(async (reader) => {
      await reader.query('SELECT FROM deliveries LIMIT 1');
      const dropping = Promise.allSettled([dropOldestWeek(database, daysAgo(90))]);
      await eventually(async () => (await lockWaiters(database)) > 0);
      await expect(database.query('SELECT FROM deliveries LIMIT 1')).resolves.toHaveLength(1);
      const [outcome] = await dropping;
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching('lock timeout') } });
    });
    expect(await weeks('events')).toBe(before);
    expect(await dropOldestWeek(database, daysAgo(90))).toBe(true);
    expect(await weeks('events')).toBe(before - 1);
  });

  it('holds for what was told too late for its week, from when it was told', async () => {
    const late = await deliveriesOf(
      newId(),
      Array.from({ length: 1_200 }, () => 1_000),
    );
    const [fresh, ...old] = late;
    await putInStatus(database, old.slice(0, 600), 'delivered');
    const ids = old.map(({ id }) => id);
    await database.query('UPDATE deliveries SET created_at = $2 WHERE id = ANY ($1::uuid[])', [ids, daysAgo(100)]);
    await database.query('UPDATE events SET created_at = $2 WHERE id <> $1', [fresh!.eventId, daysAgo(100)]);

    await purgeExpired(database, daysAgo(90));

    expect(await left('deliveries', 'id')).toEqual([fresh!.id]);
    expect(await left('events', 'id')).toEqual([fresh!.eventId]);
    expect(await left('due_deliveries', 'delivery_id')).toEqual([fresh!.id]);
    expect(await total()).toBe(1);
    await database.transaction(foldDeliveryCounts);
    await purgeExpired(database, daysAgo(90));
    expect(await database.query('SELECT FROM delivery_counts')).toHaveLength(1);
  });

  it('gives up what waits for an event that is gone', async () => {
    const [waiting, other] = await deliveriesOf(newId(), [130, 10]);
    while (await dropOldestWeek(database, daysAgo(90)));
    expect(await left('due_deliveries', 'delivery_id')).toEqual([waiting!.id, other!.id]);
    await purgeExpired(database, daysAgo(90));
    expect(await left('due_deliveries', 'delivery_id')).toEqual([other!.id]);
  });

  it('keeps what came late as long as somebody is to be told of it, and leaves nothing waiting for what is gone', async () => {
    const settings = testSettings();
    const endpoint = await anEndpoint(database, settings, 'https://example.com');
    const draft = { merchantId: endpoint.merchantId, endpointId: endpoint.id, occurredAt: daysAgo(1_000) };
    const [waiting, orphan, delivered] = await storeDeliveries(database, [
      { ...draft, status: 'retrying' },
      { ...draft, status: 'retrying' },
      { ...draft, status: 'delivered' },
    ]);
    await database.query('UPDATE events SET created_at = $1', [daysAgo(100)]);
    await database.query('DELETE FROM events WHERE id = $1', [orphan!.eventId]);

    await purgeExpired(database, daysAgo(90));

    expect(await left('events', 'id')).toEqual([waiting!.eventId]);
    expect(await left('due_deliveries', 'delivery_id')).toEqual([waiting!.id]);
    const statuses = await database.query<{ id: string; status: string }>('SELECT id, status FROM deliveries');
    expect(Object.fromEntries(statuses.map(({ id, status }) => [id, status]))).toEqual({
      [waiting!.id]: 'retrying',
      [orphan!.id]: 'canceled',
      [delivered!.id]: 'delivered',
    });
    await putInStatus(database, [waiting!], 'exhausted');
    await purgeExpired(database, daysAgo(90));
    expect(await left('events', 'id')).toEqual([]);
  });

  it('forgets a removed endpoint when the log has nothing of it any more', async () => {
    const settings = testSettings();
    const removed = [daysAgo(100), daysAgo(100), daysAgo(80), null];
    const endpoints = await Promise.all(removed.map(() => anEndpoint(database, settings, 'https://example.com')));
    for (const [index, { id }] of endpoints.entries()) {
      await database.query(`UPDATE postback_endpoints SET deleted_at = $2, status = 'inactive' WHERE id = $1`, [
        id,
        removed[index],
      ]);
    }
    const ids = endpoints.map(({ id }) => id);
    await putInStatus(database, await deliveriesOf(ids[1]!, [88]), 'canceled');
    await keep();
    expect(await left('postback_endpoints', 'id')).toEqual(ids.slice(1).toSorted());
  });
});
