import { POSTBACK_DELIVERY_STATUSES } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { runs, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { cancelDeliveriesOf } from '../delivery/cancel-deliveries.sql.js';
import { recordOutcomes, type Outcome } from '../delivery/deliveries.sql.js';
import { putInStatus, storeDeliveries, type StoredDelivery } from '../testing/stored-deliveries.js';
import { foldDeliveryCounts } from './delivery-counts.sql.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

const DAY_MS = 86_400_000;
const WRITERS = 4;
const ROUNDS = 12;

describe('What lists know of deliveries', () => {
  let server: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
  });
  afterAll(() => server.close());

  const listed = () =>
    database.query('SELECT endpoint_id, event, status, id FROM published_postback_delivery_listings ORDER BY 4, 3');
  const counted = () =>
    database.query(
      `SELECT merchant_id, endpoint_id, event, status, day::text, sum(count)::int AS count
       FROM published_postback_delivery_counts GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0 ORDER BY 1, 2, 3, 4, 5`,
    );

  async function expectExact(): Promise<void> {
    expect(await listed()).toEqual(
      await database.query('SELECT endpoint_id, event, status, id FROM deliveries ORDER BY id'),
    );
    expect(await counted()).toEqual(
      await database.query(
        `SELECT merchant_id, endpoint_id, event, status,
                (uuid_extract_timestamp(id) AT TIME ZONE 'America/Sao_Paulo')::date::text AS day, count(*)::int AS count
         FROM deliveries GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`,
      ),
    );
  }

  /** Over some weeks, and one that has no partition. */
  const someDeliveries = (merchantId: string, endpointIds: readonly string[]): Promise<StoredDelivery[]> =>
    storeDeliveries(
      database,
      Array.from({ length: 30 }, (_, index) => ({
        merchantId,
        endpointId: endpointIds[index % endpointIds.length]!,
        event: index % 3 ? 'charge.pending' : 'charge.captured',
        occurredAt: new Date(index === 29 ? '2024-01-01T12:00:00Z' : Date.now() - index * DAY_MS),
      })),
    );

  it('is each delivery once, where it is now, whatever became of it and however far the counts are folded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            status: fc.constantFrom(...POSTBACK_DELIVERY_STATUSES),
            every: fc.integer({ min: 1, max: 4 }),
            isFolded: fc.boolean(),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (rounds) => {
          const deliveries = await someDeliveries(newId(), [newId(), newId()]);
          await expectExact();
          for (const { status, every, isFolded } of rounds) {
            await putInStatus(
              database,
              deliveries.filter((_, index) => index % every === 0),
              status,
            );
            if (isFolded) await database.transaction(foldDeliveryCounts);
            await expectExact();
          }
        },
      ),
      runs(8),
    );
  });

  /** As an instance would write it that has them leased. */
  async function attempt(deliveries: readonly StoredDelivery[], round: number): Promise<void> {
    const owner = newId();
    const leasedUntil = new Date();
    await database.query(
      'UPDATE due_deliveries SET lease_owner = $2, available_at = $3 WHERE delivery_id = ANY ($1::uuid[])',
      [deliveries.map(({ id }) => id), owner, leasedUntil],
    );
    const status = (['retrying', 'retrying', 'delivered', 'exhausted'] as const)[round % 4]!;
    const outcomes = deliveries.map(({ id: deliveryId, endpointId, resourceId, eventId }): Outcome => ({
      deliveryId,
      endpointId,
      resourceId,
      eventId,
      leasedUntilMs: leasedUntil.getTime(),
      status,
      nextAttemptAt: status === 'retrying' ? new Date() : null,
      attempt: null,
    }));
    await recordOutcomes(database, owner, outcomes, new Date());
  }

  it('stays exact while many write and the counts are folded', async () => {
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const [merchantId, endpointId] = [newId(), newId()];
      for (let round = 0; round < ROUNDS; round += 1) {
        const deliveries = await someDeliveries(merchantId, [endpointId]);
        await attempt(deliveries.slice(0, 20), round);
        await attempt(deliveries.slice(0, 10), round + 1);
      }
      if (writer > 0) await database.transaction((transaction) => cancelDeliveriesOf(transaction, endpointId));
    });
    const isOver = Promise.all(writers).then(() => true);
    while (!(await Promise.race([isOver, database.transaction(foldDeliveryCounts)]).then((over) => over === true)));
    await expectExact();
    const statuses = await database.query('SELECT DISTINCT status FROM deliveries ORDER BY 1');
    expect(statuses).toHaveLength(POSTBACK_DELIVERY_STATUSES.length);
  });

  it('forgets deliveries that are deleted', async () => {
    const deliveries = await someDeliveries(newId(), [newId()]);
    await putInStatus(database, deliveries, 'delivered');
    await database.query('DELETE FROM deliveries WHERE id = ANY ($1::uuid[])', [deliveries.map(({ id }) => id)]);
    await expectExact();
  });
});
