import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { CountChargesByDay1764000000000 } from './count-charges-by-day.migration.js';
import { PAYMENTS_MIGRATIONS } from './index.js';

const MERCHANT = '00000000-0000-7000-8000-000000000001';
const SUBMERCHANT = '00000000-0000-7000-8000-000000000002';

describe('The migration that counts charges by day', () => {
  let testDatabase: TestDatabase;
  let database: PostgresDatabase;
  beforeEach(async () => {
    const before = PAYMENTS_MIGRATIONS.slice(0, PAYMENTS_MIGRATIONS.indexOf(CountChargesByDay1764000000000));
    testDatabase = await startTestDatabase([{ name: 'payments', migrations: before }], {
      shared: [BUS_TABLES_MIGRATION],
    });
    database = await testDatabase.adminDatabase('payments');
    await makeCharges();
  });
  afterEach(() => testDatabase.close());

  /** Three on the first day and one on the second, of which three are counted already and one is a change that waits. */
  async function makeCharges(): Promise<void> {
    await database.query(
      `INSERT INTO charges (id, merchant_id, submerchant_id, payment_method, amount, shipping_amount, status, sequence, outbox_id,
                            created_at, updated_at)
       SELECT uuidv7(), $1, submerchant::uuid, 'pix', 1, 0, status, 1, uuidv7(), created_at::timestamptz, now()
       FROM (VALUES ('captured', NULL, '2026-03-10T03:00Z'), ('captured', $2, '2026-03-11T02:59:59.999Z'),
                    ('expired', NULL, '2026-03-10T12:00Z'), ('captured', NULL, '2026-03-11T03:00Z')
            ) AS c (status, submerchant, created_at)`,
      [MERCHANT, SUBMERCHANT],
    );
    await database.query(
      `INSERT INTO charge_counts (owner_id, merchant_id, payment_method, status, count)
       VALUES ($1, $1, 'pix', 'captured', 2), ($1, $1, 'pix', 'pending', 1), ($2, $1, 'pix', 'captured', 1)`,
      [MERCHANT, SUBMERCHANT],
    );
    await database.query(
      `INSERT INTO charge_count_changes (owner_id, merchant_id, payment_method, status, count)
       VALUES ($1, $1, 'pix', 'pending', -1), ($1, $1, 'pix', 'expired', 1), ($1, $1, 'pix', 'captured', 1)`,
      [MERCHANT],
    );
  }

  const migrate = (direction: 'up' | 'down') =>
    database.transaction(({ manager }) => new CountChargesByDay1764000000000()[direction](manager.queryRunner!));
  const ofAllTime = () =>
    database.query(`
      SELECT owner_id, status, sum(count)::bigint AS count FROM published_charge_counts
      GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2`);

  const expectedOfAllTime = [
    { owner_id: MERCHANT, status: 'captured', count: 3n },
    { owner_id: MERCHANT, status: 'expired', count: 1n },
    { owner_id: SUBMERCHANT, status: 'captured', count: 1n },
  ];

  it('counts those that are there already, each for its day', async () => {
    await migrate('up');
    const byDay = await database.query(`
      SELECT owner_id, merchant_id, status, day::text, count FROM published_charge_day_counts ORDER BY 1, 3, 4`);
    const ofMerchant = { owner_id: MERCHANT, merchant_id: MERCHANT };
    expect(byDay).toEqual([
      { ...ofMerchant, status: 'captured', day: '2026-03-10', count: 2n },
      { ...ofMerchant, status: 'captured', day: '2026-03-11', count: 1n },
      { ...ofMerchant, status: 'expired', day: '2026-03-10', count: 1n },
      { owner_id: SUBMERCHANT, merchant_id: MERCHANT, status: 'captured', day: '2026-03-10', count: 1n },
    ]);
  });

  it('leaves the counts of all time as they are, there and back', async () => {
    expect(await ofAllTime()).toEqual(expectedOfAllTime);
    await migrate('up');
    expect(await ofAllTime()).toEqual(expectedOfAllTime);
    await migrate('down');
    expect(await ofAllTime()).toEqual(expectedOfAllTime);
  });
});
