import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { connectAsOwner } from '../testing/ledger-owner.js';
import { ledgerService } from '../ledger.service.js';

const CHANGES = ['entries', 'transactions'].flatMap((table) => [
  [`UPDATE of ${table}`, `UPDATE ${table} SET ${table === 'entries' ? 'amount = amount' : 'kind = kind'}`],
  [`DELETE from ${table}`, `DELETE FROM ${table}`],
  [`TRUNCATE of ${table}`, `TRUNCATE ${table}`],
]);

describe('the journal', () => {
  let database: TestDatabase;
  let ledger: PostgresDatabase;
  let gateway: PostgresDatabase;
  let owner: PostgresDatabase;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await database.database('ledger');
    gateway = await database.database('gateway');
    owner = await connectAsOwner(database.adminUrl);
  });

  afterAll(async () => {
    await owner.close();
    await database.close();
  });

  const insertEntries = (transactionId: string, amounts: readonly bigint[]) =>
    ledger.query(
      `INSERT INTO entries (transaction_id, line, account_id, amount)
       SELECT $1, row_number() OVER (), 1, amount FROM unnest($2::bigint[]) amount`,
      [transactionId, amounts],
    );

  it('takes a balanced transaction', async () => {
    const id = newId();
    await insertEntries(id, [-100n, 97n, 3n]);
    expect(await ledger.query('SELECT amount FROM entries WHERE transaction_id = $1', [id])).toHaveLength(3);
  });

  it.each([
    ['off by a centavo', [-100n, 97n, 2n]],
    ['with one side only', [100n]],
  ])('refuses a transaction %s', async (_, amounts) => {
    const id = newId();
    await expect(insertEntries(id, amounts)).rejects.toThrow(`transaction ${id} is not balanced`);
    expect(await ledger.query('SELECT FROM entries WHERE transaction_id = $1', [id])).toEqual([]);
  });

  it('refuses two transactions that are balanced only together', async () => {
    const insertion = ledger.query(
      `INSERT INTO entries (transaction_id, line, account_id, amount) VALUES ($1, 1, 1, 5), ($2, 1, 1, -5)`,
      [newId(), newId()],
    );
    await expect(insertion).rejects.toThrow('is not balanced');
  });

  it.each(CHANGES)('refuses %s, even by its owner', async (_, statement) => {
    await expect(owner.query(statement)).rejects.toThrow('the journal is append-only');
  });

  it.each(CHANGES)('gives the ledger no right to %s', async (_, statement) => {
    await expect(ledger.query(statement)).rejects.toThrow('permission denied');
  });

  it('is closed to the gateway, which sees wallets and receivables', async () => {
    await expect(gateway.query('SELECT FROM ledger.entries')).rejects.toThrow('permission denied');
    expect(await gateway.query('SELECT FROM ledger.published_wallets')).toEqual([]);
    expect(await gateway.query('SELECT FROM ledger.published_receivables')).toEqual([]);
  });
});
