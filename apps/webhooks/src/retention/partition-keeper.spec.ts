import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { silentLogger, testClock, testSettings, type TestDatabase } from '@centavo/testing';
import { foldDeliveryCounts } from '../log/delivery-counts.sql.js';
import { putInStatus, storeDeliveries } from '../testing/stored-deliveries.js';
import { PartitionKeeper } from './partition-keeper.js';
import { ensurePartitions } from './retention.sql.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

/** The first UUIDv7 of a moment. */
const idAt = (time: string): string => {
  const hex = Date.parse(time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

describe('partitions', () => {
  let server: TestDatabase;
  let database: Database;
  let owner: Database;

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
    owner = await server.adminDatabase('webhooks');
  });

  afterAll(() => server.close());

  const keepAt = async (time: string): Promise<void> => {
    const keeper = new PartitionKeeper(database, testSettings(), testClock(time), silentLogger);
    await keeper.start();
    await keeper.stop();
  };
  const partitionOf = async (eventId: string): Promise<unknown> => {
    const [row] = await database.query(
      `INSERT INTO events (id, merchant_id, event, resource_id, body, created_at)
       VALUES ($1, $1, 'charge.pending', $1, '{}', now()) RETURNING tableoid::regclass::text AS partition`,
      [eventId],
    );
    return row!.partition;
  };
  const rowsOf = (table: string, parent: string): Promise<unknown[]> =>
    database.query(`SELECT * FROM ${parent} WHERE tableoid = $1::regclass`, [table]);

  /** A table's indexes, but for its name, and what they are part of. */
  const shapeOf = (week: string, parent: string) =>
    owner.query(
      `SELECT replace(pg_get_indexdef(i.indexrelid), $2, '') AS index, ih.inhparent::regclass::text AS of
         FROM pg_index i JOIN pg_inherits ih ON ih.inhrelid = i.indexrelid WHERE i.indrelid = ($1 || $2)::regclass ORDER BY 1`,
      [parent, week],
    );

  it('are there for this week and the four to come, once', async () => {
    await keepAt('2031-06-04T12:00:00Z');
    await keepAt('2031-06-04T12:00:00Z');
    await expect(partitionOf(idAt('2031-06-02T00:00:00.000Z'))).resolves.toBe('events_2031w23');
    await expect(partitionOf(idAt('2031-06-08T23:59:59.999Z'))).resolves.toBe('events_2031w23');
    await expect(partitionOf(idAt('2031-06-09T00:00:00.000Z'))).resolves.toBe('events_2031w24');
    await expect(partitionOf(idAt('2031-07-02T12:00:00.000Z'))).resolves.toBe('events_2031w27');
  });

  it('take what belongs to no week that is kept', async () => {
    await expect(partitionOf(idAt('2001-01-01T00:00:00.000Z'))).resolves.toBe('events_elsewhen');
  });

  it('are made by two instances at once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => keepAt('2032-01-14T00:00:00Z')));
    await expect(partitionOf(idAt('2032-01-14T00:00:00.000Z'))).resolves.toBe('events_2032w03');
  });

  it('take in what came before them, and nothing is counted or listed twice', async () => {
    const endpointId = newId();
    const occurredAt = new Date('2033-03-09T12:00:00Z');
    const draft = { merchantId: newId(), endpointId, occurredAt };
    const [delivered, waiting] = await storeDeliveries(database, [{ ...draft, status: 'delivered' }, draft]);
    await database.transaction(foldDeliveryCounts);
    const listings = () =>
      database.query('SELECT status, id FROM published_postback_delivery_listings WHERE endpoint_id = $1 ORDER BY id', [
        endpointId,
      ]);
    const counts = () =>
      database.query(
        `SELECT status, day, sum(count)::int AS count FROM published_postback_delivery_counts WHERE endpoint_id = $1
         GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1`,
        [endpointId],
      );
    const before = [await listings(), await counts()];
    await expect(rowsOf('deliveries_elsewhen', 'deliveries')).resolves.toHaveLength(2);

    await keepAt('2033-03-01T00:00:00Z');

    await expect(rowsOf('events_2033w10', 'events')).resolves.toHaveLength(2);
    await expect(rowsOf('deliveries_2033w10', 'deliveries')).resolves.toHaveLength(2);
    await expect(rowsOf('delivery_listings_2033w10', 'delivery_listings')).resolves.toHaveLength(1);
    await expect(rowsOf('delivery_counts_2033w10', 'delivery_counts')).resolves.not.toHaveLength(0);
    expect([await listings(), await counts()]).toEqual(before);
    await putInStatus(database, [delivered!, waiting!], 'exhausted');
    expect(await counts()).toEqual([expect.objectContaining({ status: 'exhausted', count: 2 })]);
    expect(await listings()).toHaveLength(2);
  });

  it('are like those that were there from the beginning', async () => {
    await keepAt('2034-02-01T00:00:00Z');
    for (const parent of ['events', 'deliveries', 'delivery_listings', 'delivery_counts']) {
      expect(await shapeOf('_2034w06', parent)).toEqual(await shapeOf('_elsewhen', parent));
      expect(await shapeOf('_2034w06', parent)).not.toEqual([]);
    }
  });

  it('are made although one of them cannot be', async () => {
    await owner.query('CREATE TYPE events_2035w06 AS ENUM ()');
    await keepAt('2035-01-29T00:00:00Z');
    await expect(partitionOf(idAt('2035-01-30T00:00:00.000Z'))).resolves.toBe('events_2035w05');
    await expect(partitionOf(idAt('2035-02-06T00:00:00.000Z'))).resolves.toBe('events_elsewhen');
    await expect(partitionOf(idAt('2035-02-13T00:00:00.000Z'))).resolves.toBe('events_2035w07');
    await owner.query('DROP TYPE events_2035w06');
    await keepAt('2035-01-29T00:00:00Z');
    await expect(partitionOf(idAt('2035-02-06T00:00:00.001Z'))).resolves.toBe('events_2035w06');
  });

  it('wait for nobody: others would wait behind them', async () => {
    const week = new Date('2036-01-16T00:00:00Z');
    await database.transaction(async (reader) => {
      await reader.query('SELECT FROM deliveries_elsewhen LIMIT 1');
      await expect(ensurePartitions(database, week, week)).rejects.toThrow('lock timeout');
    });
    await expect(ensurePartitions(database, week, week)).resolves.toBeUndefined();
  });
});
