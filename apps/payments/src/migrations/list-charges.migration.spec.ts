import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { startTestDatabase } from '@centavo/testing';
import { PAYMENTS_MIGRATIONS } from './index.js';
import { ListCharges1763900000000 } from './list-charges.migration.js';

const MERCHANT = '00000000-0000-7000-8000-000000000001';
const SUBMERCHANT = '00000000-0000-7000-8000-000000000002';

describe('The migration that lists charges', () => {
  it('lists and counts those that are there already', async () => {
    const before = PAYMENTS_MIGRATIONS.slice(0, PAYMENTS_MIGRATIONS.indexOf(ListCharges1763900000000));
    const testDatabase = await startTestDatabase([{ name: 'payments', migrations: before }], {
      shared: [BUS_TABLES_MIGRATION],
    });
    const database = await testDatabase.adminDatabase('payments');
    await database.query(
      `INSERT INTO charges (id, merchant_id, submerchant_id, payment_method, amount, shipping_amount, status, sequence, outbox_id,
                            created_at, updated_at)
       SELECT uuidv7(), $1, submerchant::uuid, 'pix', 1, 0, status, 1, uuidv7(), now(), now()
       FROM (VALUES ('captured', NULL), ('captured', $2), ('expired', NULL)) AS c (status, submerchant)`,
      [MERCHANT, SUBMERCHANT],
    );
    await database.transaction(({ manager }) => new ListCharges1763900000000().up(manager.queryRunner!));

    const expected = [
      { owner_id: MERCHANT, status: 'captured', count: 2n },
      { owner_id: MERCHANT, status: 'expired', count: 1n },
      { owner_id: SUBMERCHANT, status: 'captured', count: 1n },
    ];
    const order = 'ORDER BY owner_id, status';
    expect(await database.query(`SELECT owner_id, status, count FROM published_charge_counts ${order}`)).toEqual(
      expected,
    );
    expect(
      await database.query(`SELECT owner_id, status, count(*) FROM published_charge_listings GROUP BY 1, 2 ${order}`),
    ).toEqual(expected);
    await testDatabase.close();
  });
});
