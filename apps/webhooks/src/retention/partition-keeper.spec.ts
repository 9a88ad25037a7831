import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { silentLogger, startTestDatabase, testClock, testSettings, type TestDatabase } from '@centavo/testing';
import { WEBHOOKS_MIGRATIONS } from '../migrations/index.js';
import { PartitionKeeper } from './partition-keeper.js';

/** The first UUIDv7 of a moment. */
const idAt = (time: string): string => {
  const hex = Date.parse(time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

describe('partitions', () => {
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await startTestDatabase([{ name: 'webhooks', migrations: WEBHOOKS_MIGRATIONS }], {
      shared: [BUS_TABLES_MIGRATION],
    });
    database = await server.database('webhooks');
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
});
