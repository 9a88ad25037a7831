import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { eventually, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { createHash } from 'node:crypto';
import { capturedChargeMessage } from '../fixtures/charge-messages.js';
import { connectAsOwner } from '../testing/ledger-owner.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import { ChainJournal1764300500000 } from '../migrations/chain-journal.migration.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { ChainJournal } from './chain-journal.js';
import { lockChain, takeQueued } from './chain.sql.js';

interface Link {
  readonly position: bigint;
  readonly transaction_id: string;
  readonly hash: Buffer;
}

describe('the chain over the journal', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let owner: PostgresDatabase;
  let merchantId: string;

  beforeEach(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    owner = await connectAsOwner(database.adminUrl);
    ledger = await LedgerFixture.start(
      await database.database('ledger'),
      testClock('2026-11-20T15:00:01Z'),
      silentLogger,
    );
    merchantId = await ledger.openMerchant();
  });

  afterEach(async () => {
    await ledger.stop();
    await owner.close();
    await database.close();
  });

  const chain = async () => new ChainJournal(await database.database('ledger'), silentLogger);
  const links = () => ledger.database.query<Link>('SELECT * FROM journal_chain ORDER BY position');
  const post = async (count: number): Promise<string[]> => {
    const messages = Array.from({ length: count }, () => capturedChargeMessage({ merchantId }));
    await ledger.captures.post(messages);
    return messages.map(({ id }) => id);
  };
  const platformAccounts = () =>
    ledger.database.query(
      `SELECT kind, balance, version FROM accounts WHERE wallet_id IS NULL AND version > 0 ORDER BY id`,
    );

  it('takes every transaction once, in the order in which they were posted', async () => {
    const posted = [...(await post(2)), ...(await post(3))];

    expect(await (await chain()).execute()).toBe(5);
    expect(await (await chain()).execute()).toBe(0);

    const chained = await links();
    expect(chained.map(({ position, transaction_id }) => [position, transaction_id])).toEqual(
      posted.map((id, index) => [BigInt(index + 1), id]),
    );
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, transactions: 5 });
  });

  it('can be worked out by any program that knows how PostgreSQL sends a row', async () => {
    const [id] = await post(1);
    await (await chain()).execute();

    const [transaction] = await ledger.database.query<Record<string, unknown>>(
      `SELECT *, (extract(epoch FROM posted_at - '2000-01-01Z') * 1000000)::bigint AS posted_at FROM transactions`,
    );
    const entries = await ledger.database.query<Record<string, unknown>>('SELECT * FROM entries ORDER BY line');
    const digest = sha256(
      rowBytes(transaction!, ['id', 'kind', 'reference_id', 'occurred_at', 'posted_at']),
      ...entries.map((entry) => rowBytes(entry, ENTRY_COLUMNS)),
    );
    const firstPosition = Buffer.from('0000000000000001', 'hex');
    const [link] = await links();
    expect(link).toEqual({ position: 1n, transaction_id: id, hash: sha256(Buffer.alloc(32), firstPosition, digest) });
  });

  it('does not depend on how a session shows times and texts', async () => {
    await post(1);
    await (await chain()).execute();
    const report = await owner.transaction(async (transaction) => {
      await transaction.query(
        `SET LOCAL timezone = 'Asia/Tokyo'; SET LOCAL datestyle = 'SQL, DMY'; SET LOCAL bytea_output = 'escape'`,
      );
      return verifyLedger(transaction);
    });
    expect(report).toMatchObject({ ok: true, violations: [] });
  });

  it('adds up the accounts of the platform, up to where it goes', async () => {
    await post(2);
    expect(await platformAccounts()).toEqual([]);
    await (await chain()).execute();
    await post(1);
    expect(await platformAccounts()).toEqual([
      { kind: 'acquirer', balance: -20_002n, version: 6n },
      { kind: 'fees', balance: 698n, version: 6n },
    ]);
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });

  it('has no gap and nothing twice when many workers build it while money moves', async () => {
    const workers = await Promise.all(Array.from({ length: 4 }, chain));
    const progress = { isOver: false };
    const posting = Promise.all(Array.from({ length: 20 }, () => post(5)));
    void posting.finally(() => (progress.isOver = true));
    await Promise.all(
      workers.map(async (worker) => {
        while (!progress.isOver) await worker.execute();
      }),
    );
    const posted = (await posting).flat();
    await (await chain()).execute();

    const chained = await links();
    expect(chained.map(({ position }) => position)).toEqual(posted.map((_, index) => BigInt(index + 1)));
    expect(new Set(chained.map(({ transaction_id }) => transaction_id))).toEqual(new Set(posted));
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });

  it('is whole when a worker dies before it has committed', async () => {
    await post(3);
    const dying = owner.transaction(async (transaction) => {
      await lockChain(transaction);
      expect(await takeQueued(transaction, 1_000)).toHaveLength(3);
      // Another worker finds the chain taken, and nothing to do.
      expect(await (await chain()).execute()).toBe(0);
      await transaction.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(dying).rejects.toThrow('terminat');

    await eventually(async () => expect(await (await chain()).execute()).toBe(3));
    expect((await links()).map(({ position }) => position)).toEqual([1n, 2n, 3n]);
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });

  it('leaves out what is queued twice, or is not in the journal, and goes on', async () => {
    const posted = await post(2);
    await ledger.database.query(
      `INSERT INTO unchained_transactions VALUES (ARRAY[$1::uuid, uuidv7()]), (ARRAY[$1::uuid])`,
      [posted[0]],
    );
    await (await chain()).execute();
    expect((await links()).map(({ transaction_id }) => transaction_id)).toEqual(posted);
    expect((await platformAccounts())[0]).toEqual({ kind: 'acquirer', balance: -20_002n, version: 6n });
  });

  it('takes what no code of ours has posted', async () => {
    await ledger.database.query(
      `INSERT INTO transactions (id, kind, reference_id, occurred_at) SELECT uuidv7(), 'by hand', uuidv7(), now()`,
    );
    expect(await (await chain()).execute()).toBe(1);
  });

  it('begins with what was in the journal before there was a chain', async () => {
    const posted = await post(3);
    const runner = { query: (text: string) => owner.query(text) } as never;
    const migration = new ChainJournal1764300500000();
    await migration.down(runner);
    await migration.up(runner);
    await owner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ledger TO ledger');

    await (await chain()).execute();

    expect(new Set((await links()).map(({ transaction_id }) => transaction_id))).toEqual(new Set(posted));
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });

  it.each(['UPDATE journal_chain SET position = position', 'DELETE FROM journal_chain', 'TRUNCATE journal_chain'])(
    'refuses %s, even by its owner',
    async (statement) => {
      await expect(owner.query(statement)).rejects.toThrow('the journal is append-only');
      await expect(ledger.database.query(statement)).rejects.toThrow('permission denied');
    },
  );
});

const ENTRY_COLUMNS = [
  'transaction_id',
  'line',
  'account_id',
  'receivable_id',
  'amount',
  'balance_after',
  'version',
  'wallet_entry_id',
  'reference_type',
  'reference_id',
  'description',
  'recorded_at',
  'reference_version',
];

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

const EPOCH_OF_POSTGRES_MS = Date.UTC(2000, 0, 1);
const NULL_LENGTH = -1;

/** By column: PostgreSQL's number of its type, and how a value of it is sent. */
const SENT: Readonly<Record<string, { readonly oid: number; readonly bytes: (value: never) => Buffer }>> = {
  uuid: { oid: 2950, bytes: (value: string) => Buffer.from(value.replaceAll('-', ''), 'hex') },
  bigint: { oid: 20, bytes: (value: bigint) => int(8, value) },
  smallint: { oid: 21, bytes: (value: number) => int(2, BigInt(value)) },
  bytea: { oid: 17, bytes: (value: string) => Buffer.from(value) },
  // Microseconds, which a Date does not have: where they matter they are read as what they are.
  timestamptz: {
    oid: 1184,
    bytes: (value: Date | bigint) =>
      int(8, typeof value === 'bigint' ? value : BigInt(value.getTime() - EPOCH_OF_POSTGRES_MS) * 1000n),
  },
};
const TYPES: Readonly<Record<string, keyof typeof SENT>> = {
  kind: 'bytea',
  reference_type: 'bytea',
  description: 'bytea',
  line: 'smallint',
  account_id: 'bigint',
  amount: 'bigint',
  balance_after: 'bigint',
  version: 'bigint',
  reference_version: 'bigint',
  occurred_at: 'timestamptz',
  posted_at: 'timestamptz',
  recorded_at: 'timestamptz',
};

const int = (bytes: 2 | 4 | 8, value: bigint): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64BE(value);
  return buffer.subarray(8 - bytes);
};

/** The number of columns, and of each its type, its length and its value. */
function rowBytes(row: Readonly<Record<string, unknown>>, columns: readonly string[]): Buffer {
  const values = columns.map((column) => {
    const { oid, bytes } = SENT[TYPES[column] ?? 'uuid']!;
    const value = row[column] === null ? null : bytes(row[column] as never);
    return Buffer.concat([int(4, BigInt(oid)), int(4, BigInt(value?.length ?? NULL_LENGTH)), value ?? Buffer.alloc(0)]);
  });
  return Buffer.concat([int(4, BigInt(columns.length)), ...values]);
}
