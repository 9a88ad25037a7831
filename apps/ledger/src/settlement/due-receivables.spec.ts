import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase, Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { ledgerService } from '../ledger.service.js';
import { lockDue } from './due-receivables.sql.js';

const RECEIVABLES = 20_000;
const dueAt = new Date('2026-12-21T03:00:00.000Z');

const search = (sql: Pick<Transaction, 'query'>, share: number, limit: number) =>
  lockDue(sql as Transaction, dueAt, { index: share, of: 2 }, undefined, limit);

describe('the search for due receivables in a full table', () => {
  let database: TestDatabase;
  let ledger: PostgresDatabase;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await database.database('ledger');
    // Half of them have been settled, of the others half is due.
    await ledger.query(
      `INSERT INTO receivables (id, charge_id, merchant_id, recipient_id, payment_method, installment, gross_amount, fee_amount, net_amount,
                                gross_left, fee_left, status, sequence, outbox_id, settlement_date, original_settlement_date, created_at)
       SELECT uuidv7(), uuidv7(), $1, gen_random_uuid(), 'credit_card', 1, 100, 3, 97, 100, 3,
              CASE n % 2 WHEN 0 THEN 'settled' ELSE 'pending' END, 1, uuidv7(), day, day, now()
       FROM generate_series(1, $2::int) n, LATERAL (SELECT $3::timestamptz + make_interval(days => n % 4 - 1)) AS d (day)`,
      [newId(), RECEIVABLES, dueAt],
    );
    const owner = await database.adminDatabase('ledger');
    await owner.query('ANALYZE receivables');
  });

  afterAll(() => database.close());

  it('reads them off their index, sorted as they are there', async () => {
    const plan = await search({ query: (text, parameters) => ledger.query(`EXPLAIN ${text}`, parameters) }, 0, 500);
    expect(JSON.stringify(plan)).toContain('Index Scan using receivables_due');
    expect(JSON.stringify(plan)).not.toContain('Sort');
  });

  it('finds in all shares together each of them once', async () => {
    const found = await ledger.transaction(async (transaction) => [
      ...(await search(transaction, 0, RECEIVABLES)),
      ...(await search(transaction, 1, RECEIVABLES)),
    ]);
    const [due] = await ledger.query<{ count: bigint }>(
      `SELECT count(*) FROM receivables WHERE status = 'pending' AND original_settlement_date <= $1`,
      [dueAt],
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(Number(due!.count));
    expect(found).toHaveLength(Number(due!.count));
  });
});
