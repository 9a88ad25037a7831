import { DEFAULT_ANTICIPATION, DEFAULT_FEES, DEFAULT_WITHDRAWAL_METHODS } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { onboardingService } from '../onboarding.service.js';

describe('The migrated tables of merchants', () => {
  let testDatabase: TestDatabase;
  let database: PostgresDatabase;
  beforeAll(async () => {
    testDatabase = await startTestDatabase([onboardingService], { shared: [BUS_TABLES_MIGRATION] });
    database = await testDatabase.database('onboarding');
  });
  afterAll(() => testDatabase.close());

  it('take merchants of an instance from before there were settings, on the default ones', async () => {
    const [merchant] = await database.query(
      `INSERT INTO merchants (id, name, legal_name, tax_id, email, status, wallet_id, fees, sequence, outbox_id, created_at, updated_at)
       VALUES ($1, 'Loja', 'Loja Ltda', '11222333000181', 'a@loja.example', 'active', $2, $3, 1, $4, now(), now())
       RETURNING anticipation, withdrawal_methods`,
      [newId(), newId(), JSON.stringify(DEFAULT_FEES), newId()],
    );
    expect(merchant).toEqual({ anticipation: DEFAULT_ANTICIPATION, withdrawal_methods: DEFAULT_WITHDRAWAL_METHODS });
  });

  it('find all keys of a merchant, revoked ones too, without reading those of others', async () => {
    const plan = await database.transaction(async (transaction) => {
      await transaction.query('SET LOCAL enable_seqscan = off');
      return transaction.query(`EXPLAIN UPDATE api_keys SET revoked_at = revoked_at WHERE merchant_id = $1`, [newId()]);
    });
    expect(JSON.stringify(plan)).toContain('api_keys_all_by_merchant');
  });
});
