import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase, Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { runs, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { ChainJournal } from '../chain/chain-journal.js';
import { keepBusy } from '../fixtures/busy-ledger.js';
import { reportOnDamage } from '../fixtures/damage.js';
import { connectAsOwner } from '../testing/ledger-owner.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import { verifyLedger } from './verify-ledger.js';

/** What is proved: changing one byte of it is found. */
const PROVED_TABLES = ['transactions', 'entries', 'journal_chain'];

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

/** By type: the value `x` with one bit turned over, and some value where there was none. */
const TYPES: Readonly<Record<string, { readonly turned: (bit: number) => string; readonly some: string }>> = {
  uuid: { turned: (bit) => `encode(${turnedBytes('uuid_send(x)', bit, 16)}, 'hex')::uuid`, some: 'uuidv7()' },
  bigint: { turned: (bit) => `x # (1::bigint << ${bit % 63})`, some: '7' },
  smallint: { turned: (bit) => `(x # (1 << ${bit % 15}))::smallint`, some: '7' },
  'timestamp with time zone': { turned: (bit) => `x + ${2 ** (bit % 48)} * interval '1 microsecond'`, some: 'now()' },
  // The lowest bits of a letter: what comes out is a letter too.
  text: {
    turned: (bit) =>
      `overlay(x placing chr(ascii(substr(x, ${(bit >> 1) % 5} + 1, 1)) # ${1 + (bit % 2)}) from ${(bit >> 1) % 5} + 1 for 1)`,
    some: `'text'`,
  },
  bytea: { turned: (bit) => turnedBytes('x', bit, 32), some: `sha256('')` },
};

const turnedBytes = (bytes: string, bit: number, length: number): string =>
  `set_bit(${bytes}, ${bit % (length * 8)}, 1 - get_bit(${bytes}, ${bit % (length * 8)}))`;

describe('a journal that was tampered with', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let owner: PostgresDatabase;
  let columns: readonly Column[];

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    owner = await connectAsOwner(database.adminUrl);
    ledger = await LedgerFixture.start(
      await database.database('ledger'),
      testClock('2026-11-20T15:00:01Z'),
      silentLogger,
    );
    await keepBusy(ledger);
    await new ChainJournal(ledger.database, silentLogger).execute();
    columns = await owner.query<Column>(
      `SELECT table_name AS table, column_name AS name, data_type AS type, is_nullable = 'YES' AS "isNullable"
       FROM information_schema.columns WHERE table_schema = 'ledger' AND table_name = ANY ($1) ORDER BY table_name, ordinal_position`,
      [PROVED_TABLES],
    );
  });

  afterAll(async () => {
    await ledger.stop();
    await owner.close();
    await database.close();
  });

  /** Changes one value of one row. @param row which, of those that the condition fits, counted round */
  const changeOne = async (
    transaction: Transaction,
    { table, name }: Column,
    { value, row, of }: { readonly value: string; readonly row: number; readonly of: string },
  ): Promise<void> => {
    const changed = await transaction.query(
      `UPDATE ${table} SET ${name} = (SELECT ${value} FROM (SELECT ${table}.${name} AS x) AS old)
       WHERE ctid = (SELECT ctid FROM ${table} WHERE ${of} ORDER BY ctid
                     OFFSET ${row} % (SELECT count(*) FROM ${table} WHERE ${of}) LIMIT 1)
       RETURNING *`,
    );
    expect(changed).toHaveLength(1);
  };

  it('has every column of the journal and of the chain, each of a type that this test can change', () => {
    expect(new Set(columns.map(({ table }) => table))).toEqual(new Set(PROVED_TABLES));
    expect(columns.filter(({ type }) => !(type in TYPES))).toEqual([]);
  });

  it('is found out, whichever column was changed, emptied or filled', async () => {
    for (const column of columns) {
      const { name, type, isNullable } = column;
      const changes = [
        { value: TYPES[type]!.turned(3), row: 1, of: `${name} IS NOT NULL` },
        ...(isNullable ? [{ value: 'nullif(x, x)', row: 1, of: `${name} IS NOT NULL` }] : []),
        ...(isNullable ? [{ value: TYPES[type]!.some, row: 1, of: `${name} IS NULL` }] : []),
      ];
      for (const change of changes) {
        const report = await reportOnDamage(owner, (transaction) => changeOne(transaction, column, change));
        const found = report.violations.map(({ rule }) => rule);
        expect([column, change, found.filter(isOfTheChain)]).toEqual([
          column,
          change,
          expect.arrayContaining([expect.any(String)]),
        ]);
      }
    }
  });

  it('is found out, whichever bit of it was turned over', async () => {
    const change = fc.record({ column: fc.nat(), row: fc.nat(), bit: fc.nat({ max: 255 }) });
    await fc.assert(
      fc.asyncProperty(change, async ({ column: drawn, row, bit }) => {
        const column = columns[drawn % columns.length]!;
        const value = TYPES[column.type]!.turned(bit);
        const report = await reportOnDamage(owner, (transaction) =>
          changeOne(transaction, column, { value, row, of: `${column.name} IS NOT NULL` }),
        );
        expect(report.violations.filter(({ rule }) => isOfTheChain(rule))).not.toEqual([]);
      }),
      runs(150),
    );
  });

  it.each(PROVED_TABLES.flatMap((table) => ['first', 'last'].map((which) => [which, table] as const)))(
    'is found out when the %s row of %s is gone',
    async (which, table) => {
      const row = `SELECT ${which === 'first' ? 'min' : 'max'}(ctid) FROM ${table}`;
      const report = await reportOnDamage(owner, `DELETE FROM ${table} WHERE ctid = (${row})`);
      expect(report.ok).toBe(false);
    },
  );

  it.each(PROVED_TABLES)('is found out when a row of %s is there twice', async (table) => {
    const report = await reportOnDamage(
      owner,
      `INSERT INTO ${table} SELECT * FROM ${table} WHERE ctid = (SELECT min(ctid) FROM ${table})`,
    );
    expect(report.ok).toBe(false);
  });

  it.each([0, -1])('is found out when the last link was put where nobody walks, at %i', async (position) => {
    const last = 'SELECT max(position) FROM journal_chain';
    const damage = `UPDATE journal_chain SET position = ${position} WHERE position = (${last})`;
    const report = await reportOnDamage(owner, damage);
    expect(report.violations.map(({ rule, subject }) => [rule, subject])).toContainEqual([
      'chain_begins_at_one',
      String(position),
    ]);
  });

  it('is found out when two transactions have changed places', async () => {
    const report = await reportOnDamage(
      owner,
      `UPDATE journal_chain SET transaction_id = (SELECT transaction_id FROM journal_chain other WHERE other.position = 3 - journal_chain.position)
       WHERE position IN (1, 2)`,
    );
    expect(report.violations.map(({ rule, subject }) => [rule, subject])).toEqual([
      ['chain_proves_the_journal', '1'],
      ['chain_proves_the_journal', '2'],
    ]);
  });

  it('is found out when a balanced transaction was slipped in past the queue', async () => {
    const id = newId();
    const report = await reportOnDamage(owner, async (transaction) => {
      await transaction.query(
        `INSERT INTO transactions (id, kind, reference_id, occurred_at) VALUES ($1, 'adjustment', $1, now())`,
        [id],
      );
      await transaction.query(
        `INSERT INTO entries (transaction_id, line, account_id, amount) VALUES ($1, 1, 2, -500), ($1, 2, 6, 500)`,
        [id],
      );
    });
    expect(report.violations).toContainEqual({
      rule: 'transaction_is_chained_or_queued',
      subject: id,
      detail: 'neither in the chain nor in its queue',
    });
  });

  it('is found out when entries were added to a transaction that balance each other', async () => {
    const report = await reportOnDamage(
      owner,
      `INSERT INTO entries (transaction_id, line, account_id, amount)
       SELECT transaction_id, 100 + line, line, amount
       FROM (SELECT transaction_id FROM journal_chain WHERE position = 2) AS victim, (VALUES (1, -500), (2, 500)) AS added (line, amount)`,
    );
    expect(report.violations.map(({ rule, subject }) => [rule, subject])).toContainEqual([
      'chain_proves_the_journal',
      '2',
    ]);
  });

  it('names what was changed, and not all that is chained after it', async () => {
    const report = await reportOnDamage(owner, `UPDATE journal_chain SET hash = sha256('') WHERE position = 3`);
    expect(report.violations.map(({ rule, subject }) => [rule, subject])).toEqual([
      ['chain_proves_the_journal', '3'],
      ['chain_proves_the_journal', '4'],
    ]);
  });

  it('is as it was after all of this', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });
});

/** What the hashes prove by themselves, whatever the rules of the ledger say too. */
const isOfTheChain = (rule: string): boolean =>
  ['chain_proves_the_journal', 'chain_has_no_gap', 'chain_begins_at_one', 'transaction_is_there'].includes(rule);
