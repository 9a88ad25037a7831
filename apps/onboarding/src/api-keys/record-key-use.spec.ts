import { DEFAULT_ANTICIPATION, DEFAULT_FEES } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, startTestDatabase, type TestDatabase } from '@centavo/testing';
import { onboardingService } from '../onboarding.service.js';
import { insertMerchant } from '../merchants/merchants.sql.js';
import { insertApiKey, recordKeyUses } from './api-keys.sql.js';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();

describe('The last use of an API key', () => {
  let testDatabase: TestDatabase;
  let database: PostgresDatabase;
  let merchantId: string;
  beforeAll(async () => {
    testDatabase = await startTestDatabase([onboardingService], { shared: [BUS_TABLES_MIGRATION] });
    database = await testDatabase.database('onboarding');
    merchantId = await database.transaction(async (transaction) => {
      const [id, now] = [newId(), new Date()];
      await insertMerchant(transaction, {
        id,
        name: 'Loja',
        legal_name: 'Loja Ltda',
        tax_id: '11222333000181',
        email: 'a@loja.example',
        status: 'active',
        wallet_id: newId(),
        fees: DEFAULT_FEES,
        anticipation: DEFAULT_ANTICIPATION,
        withdrawal_methods: ['pix'],
        sequence: 1,
        outbox_id: newId(),
        created_at: now,
        updated_at: now,
      });
      return id;
    });
  });
  afterAll(() => testDatabase.close());

  const newKeys = (count: number) =>
    database.transaction(async (transaction) => {
      const keys = Array.from({ length: count }, () => newId());
      for (const id of keys) {
        await insertApiKey(transaction, {
          id,
          merchant_id: merchantId,
          name: 'k',
          public_key: `pk_test_${id}`,
          secret_sha256: Buffer.alloc(32),
          allowed_ips: [],
          created_at: new Date(),
        });
      }
      return keys;
    });

  const lastUses = async (ids: readonly string[]) => {
    const rows = await database.query<{ id: string; last_used_at: Date | null }>(
      `SELECT id, last_used_at FROM published_api_keys WHERE id = ANY ($1::uuid[])`,
      [ids],
    );
    return ids.map((id) => rows.find((row) => row.id === id)?.last_used_at?.toISOString() ?? null);
  };

  const version = () => database.query(`SELECT version FROM published_access_version`);

  it('is set for many keys at once, and for those that exist', async () => {
    const [used, idle] = (await newKeys(2)) as [string, string];
    await recordKeyUses(database, [
      { api_key_id: used, used_at: at(1) },
      { api_key_id: newId(), used_at: at(1) },
    ]);
    expect(await lastUses([used, idle])).toEqual([at(1), null]);
  });

  it('never moves back, whatever order the news come in', async () => {
    const [id] = (await newKeys(1)) as [string];
    for (const second of [5, 3, 9, 4]) await recordKeyUses(database, [{ api_key_id: id, used_at: at(second) }]);
    expect(await lastUses([id])).toEqual([at(9)]);
  });

  it('is the latest when many gateways tell at once', async () => {
    const ids = await newKeys(20);
    const news = Array.from({ length: 10 }, (_, second) => {
      const uses = ids.map((api_key_id) => ({ api_key_id, used_at: at(second) }));
      return eventually(() => recordKeyUses(database, second % 2 ? uses : uses.toReversed()));
    });
    await Promise.all(news);
    expect(await lastUses(ids)).toEqual(ids.map(() => at(9)));
  });

  it('waits for nobody who is changing a key: the rest is recorded, and it says that something is left', async () => {
    const [changing, idle] = (await newKeys(2)) as [string, string];
    const uses = [changing, idle].map((api_key_id) => ({ api_key_id, used_at: at(1) }));
    await database.transaction(async (holder) => {
      await holder.query(`UPDATE api_keys SET name = 'changing' WHERE id = $1`, [changing]);
      expect(await recordKeyUses(database, uses)).toBe(false);
      expect(await lastUses([changing, idle])).toEqual([null, at(1)]);
    });
    expect(await recordKeyUses(database, uses)).toBe(true);
    expect(await lastUses([changing, idle])).toEqual([at(1), at(1)]);
  });

  it('is no reason for gateways to read the key anew', async () => {
    const [id] = (await newKeys(1)) as [string];
    const before = await version();
    await recordKeyUses(database, [{ api_key_id: id, used_at: at(1) }]);
    expect(await version()).toEqual(before);
  });
});
