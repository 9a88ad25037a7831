import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { LEDGER_MIGRATIONS } from './index.js';
import { ReadLedger1764300600000 } from './read-ledger.migration.js';

const MERCHANT = '00000000-0000-7000-8000-000000000001';
const SUBMERCHANT = '00000000-0000-7000-8000-000000000002';
const WALLET = '00000000-0000-7000-8000-000000000003';
const CHARGE = '00000000-0000-7000-8000-000000000004';
const RECEIVABLE = '00000000-0000-7000-8000-000000000005';

const at = (time: string): Date => new Date(`2026-03-10T${time}Z`);

describe('The migration that makes the ledger quick to read', () => {
  let testDatabase: TestDatabase;
  let database: PostgresDatabase;
  beforeEach(async () => {
    const before = LEDGER_MIGRATIONS.slice(0, LEDGER_MIGRATIONS.indexOf(ReadLedger1764300600000));
    testDatabase = await startTestDatabase([{ name: 'ledger', migrations: before }], {
      shared: [BUS_TABLES_MIGRATION],
    });
    database = await testDatabase.adminDatabase('ledger');
    await database.query(
      `INSERT INTO wallets (id, merchant_id, owner_id, owner_type) VALUES ($1, $2, $2, 'merchant')`,
      [WALLET, MERCHANT],
    );
    await database.query(
      `INSERT INTO accounts (id, wallet_id, kind, balance, version) VALUES (101, $1, 'available', 30, 3), (102, $1, 'pending', 0, 1)`,
      [WALLET],
    );
  });
  afterEach(() => testDatabase.close());

  const migrate = (direction: 'up' | 'down') =>
    database.transaction(({ manager }) => new ReadLedger1764300600000()[direction](manager.queryRunner!));

  /** An entry of a second installment that settled before there were statements, and two that have said what they are. */
  async function makeEntries(): Promise<void> {
    await makeReceivable(RECEIVABLE, { installment: 2 });
    await database.query(
      `INSERT INTO transactions (id, kind, reference_id, occurred_at, posted_at)
       SELECT id::uuid, 'capture', $1, now(), posted_at::timestamptz
       FROM (VALUES ('00000000-0000-7000-8000-00000000000a', '2026-03-10T12:00:02Z'),
                    ('00000000-0000-7000-8000-00000000000b', '2026-03-10T12:00:01Z'),
                    ('00000000-0000-7000-8000-00000000000c', '2026-03-10T12:00:03Z')) AS t (id, posted_at)`,
      [CHARGE],
    );
    await database.query(
      `INSERT INTO entries (transaction_id, line, account_id, receivable_id, amount, balance_after, version, wallet_entry_id,
                            reference_type, reference_id, description, recorded_at)
       SELECT id::uuid, line, account, receivable::uuid, amount, CASE WHEN version > 0 THEN 0 END, version, CASE WHEN type IS NOT NULL THEN $1::uuid END, type,
              CASE WHEN type IS NOT NULL THEN $1::uuid END, CASE WHEN type IS NOT NULL THEN 'Said' END, recorded_at::timestamptz
       FROM (VALUES ('00000000-0000-7000-8000-00000000000a', 1, 101, '${RECEIVABLE}', 10, 1, NULL, NULL),
                    ('00000000-0000-7000-8000-00000000000a', 2, 102, '${RECEIVABLE}', -10, 1, NULL, NULL),
                    ('00000000-0000-7000-8000-00000000000b', 1, 101, NULL, 5, 2, 'charge', '2026-03-10T12:00:01Z'),
                    ('00000000-0000-7000-8000-00000000000b', 2, 6, NULL, -5, NULL, NULL, NULL),
                    ('00000000-0000-7000-8000-00000000000c', 1, 101, NULL, -5, 3, 'adjustment', '2026-03-10T12:00:03Z'),
                    ('00000000-0000-7000-8000-00000000000c', 2, 6, NULL, 5, NULL, NULL, NULL)
            ) AS e (id, line, account, receivable, amount, version, type, recorded_at)`,
      [WALLET],
    );
  }

  async function makeReceivable(
    id: string,
    { installment = 1, submerchant = null as string | null, status = 'settled', day = '2026-03-10' } = {},
  ): Promise<void> {
    await database.query(
      `INSERT INTO receivables (id, charge_id, merchant_id, submerchant_id, recipient_id, payment_method, installment, gross_amount,
                                fee_amount, net_amount, gross_left, fee_left, status, sequence, outbox_id, settlement_date,
                                original_settlement_date, created_at)
       SELECT $1, $2, $3, $4::uuid, $3, 'pix', $5, 10, 1, 9, 10, 1, $6, 1, $2, day, day, now()
       FROM (VALUES ($7::date + time '03:00')) AS settles (day)`,
      [id, CHARGE, MERCHANT, submerchant, installment, status, day],
    );
  }

  it('gives entries from before statements what theirs would have said, and numbers all', async () => {
    await makeEntries();
    await migrate('up');
    const entries = await database.query(
      `SELECT wallet_id, version, reference_type, reference_id, description, created_at, is_credit, reference_version
       FROM published_wallet_entries ORDER BY version`,
    );
    const ofWallet = { wallet_id: WALLET, is_credit: true };
    expect(entries).toEqual([
      {
        ...ofWallet,
        version: 1n,
        reference_type: 'charge',
        reference_id: CHARGE,
        description: 'Settlement of installment 2',
        created_at: at('12:00:02'),
        reference_version: 1n,
      },
      {
        ...ofWallet,
        version: 2n,
        reference_type: 'charge',
        reference_id: WALLET,
        description: 'Said',
        // Not before the entry that stands before it.
        created_at: at('12:00:02'),
        reference_version: 2n,
      },
      {
        ...ofWallet,
        is_credit: false,
        version: 3n,
        reference_type: 'adjustment',
        reference_id: WALLET,
        description: 'Said',
        created_at: at('12:00:03'),
        reference_version: 1n,
      },
    ]);
    await expect(database.query('UPDATE entries SET reference_version = 1')).rejects.toThrow('append-only');
  });

  it('adds up the receivables that are there, for the merchant and for the submerchant', async () => {
    await makeReceivable(RECEIVABLE);
    await makeReceivable(CHARGE, { submerchant: SUBMERCHANT, status: 'pending', day: '2026-03-11' });
    await makeReceivable(WALLET, { day: '2026-03-11' });
    await migrate('up');
    const amounts = { merchant_id: MERCHANT, count: 1n, gross_amount: 10n, fee_amount: 1n, net_amount: 9n };
    const sums = await database.query(
      `SELECT owner_id, merchant_id, status, count, gross_amount, fee_amount, net_amount FROM published_receivable_sums ORDER BY 1, 3`,
    );
    expect(sums).toEqual([
      { ...amounts, owner_id: MERCHANT, status: 'pending' },
      {
        ...amounts,
        owner_id: MERCHANT,
        status: 'settled',
        count: 2n,
        gross_amount: 20n,
        fee_amount: 2n,
        net_amount: 18n,
      },
      { ...amounts, owner_id: SUBMERCHANT, status: 'pending' },
    ]);
    const days = await database.query(
      `SELECT owner_id, merchant_id, settlement_date, status, count, gross_amount, fee_amount, net_amount
       FROM published_receivable_day_sums ORDER BY 1, 3, 4`,
    );
    const [first, second] = ['2026-03-10T03:00:00Z', '2026-03-11T03:00:00Z'].map((time) => new Date(time));
    expect(days).toEqual([
      { ...amounts, owner_id: MERCHANT, settlement_date: first, status: 'settled' },
      { ...amounts, owner_id: MERCHANT, settlement_date: second, status: 'pending' },
      { ...amounts, owner_id: MERCHANT, settlement_date: second, status: 'settled' },
      { ...amounts, owner_id: SUBMERCHANT, settlement_date: second, status: 'pending' },
    ]);
  });

  it('goes there and back', async () => {
    await makeEntries();
    await migrate('up');
    await migrate('down');
    await migrate('up');
    const [entries] = await database.query<{ count: bigint }>('SELECT count(*) FROM published_wallet_entries');
    expect(entries!.count).toBe(3n);
  });
});
