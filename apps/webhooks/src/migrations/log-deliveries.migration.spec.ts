import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { WEBHOOKS_MIGRATIONS } from './index.js';
import { LogDeliveries1764400400000 } from './log-deliveries.migration.js';

describe('The migration that logs deliveries', () => {
  let server: TestDatabase;
  let admin: Database;
  beforeAll(async () => {
    const before = WEBHOOKS_MIGRATIONS.slice(0, WEBHOOKS_MIGRATIONS.indexOf(LogDeliveries1764400400000));
    server = await startTestDatabase([{ name: 'webhooks', migrations: before }], { shared: [BUS_TABLES_MIGRATION] });
    admin = await server.adminDatabase('webhooks');
  });
  afterAll(() => server.close());

  const migrate = (direction: 'up' | 'down') =>
    admin.transaction(({ manager }) => new LogDeliveries1764400400000()[direction](manager.queryRunner!));

  it('lists and counts those that are there already, and can be undone', async () => {
    const [merchantId, endpointId, pending] = [newId(), newId(), newId()];
    const ids = [pending, newId(), newId(), '018cc251-f400-7000-8000-000000000001'];
    await admin.query(
      `INSERT INTO deliveries (id, endpoint_id, merchant_id, event_id, event, resource_id, status, created_at)
       SELECT id, $3, $2, id, 'charge.pending', id, CASE id WHEN $4 THEN 'pending' ELSE 'delivered' END, now()
       FROM unnest($1::uuid[]) AS id`,
      [ids, merchantId, endpointId, pending],
    );
    await admin.query(
      `INSERT INTO due_deliveries (endpoint_id, resource_id, event_id, delivery_id, available_at) VALUES ($1, $2, $2, $2, now())`,
      [endpointId, pending],
    );
    for (const direction of ['up', 'down', 'up'] as const) await migrate(direction);

    const group = { endpoint_id: endpointId, event: 'charge.pending' };
    expect(await admin.query('SELECT * FROM published_postback_delivery_listings ORDER BY id')).toEqual(
      ids.toSorted().map((id) => ({ ...group, status: id === pending ? 'pending' : 'delivered', id })),
    );
    const counted = await admin.query(
      `SELECT merchant_id, endpoint_id, event, status, sum(count)::int AS count FROM published_postback_delivery_counts
       GROUP BY 1, 2, 3, 4 ORDER BY status`,
    );
    expect(counted).toEqual([
      { merchant_id: merchantId, ...group, status: 'delivered', count: 3 },
      { merchant_id: merchantId, ...group, status: 'pending', count: 1 },
    ]);
    await expect(admin.query('SELECT FROM delivery_listings_elsewhen')).resolves.toHaveLength(1);
  });
});
