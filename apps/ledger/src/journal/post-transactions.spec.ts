import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase, Sql, Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { ledgerService } from '../ledger.service.js';
import { receivablesOf } from '../receivables/receivables.domain.js';
import { OpenWallet } from '../wallets/open-wallet.js';
import { postTransactions, type JournalTransaction } from './post-transactions.js';
import { postingLines } from './postings.domain.js';

interface Balance {
  readonly kind: string;
  readonly balance: bigint;
  readonly version: bigint;
}

describe('posting to the journal', () => {
  let database: TestDatabase;
  let ledger: PostgresDatabase;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await database.database('ledger');
  });

  afterAll(() => database.close());

  const openWallet = async (): Promise<string> => {
    const ownerId = newId();
    await new OpenWallet(ledger).open({ id: newId(), merchantId: ownerId, ownerId, ownerType: 'merchant' });
    return ownerId;
  };

  const accountsOf = (ownerId: string) =>
    ledger.query<Balance>(
      `SELECT a.kind, a.balance, a.version FROM accounts a JOIN wallets w ON w.id = a.wallet_id WHERE w.owner_id = $1 ORDER BY a.id`,
      [ownerId],
    );

  it('books the worked example with two recipients to the centavo', async () => {
    const [owner, submerchant] = [await openWallet(), await openWallet()];
    const part = (recipientId: string, amount: bigint) => ({
      recipientId,
      amount,
      isOwner: recipientId === owner,
      paysFee: false,
    });
    const receivables = receivablesOf({
      capturedAmount: 10_001n,
      capturedAt: new Date('2026-11-20T15:00:00Z'),
      paymentMethod: 'credit_card',
      installments: 3,
      feeRate: { bps: 349, fixed: 0 },
      parts: [part(submerchant, 3000n), part(owner, 7001n)],
    });
    const draft = capture(owner);
    const lines = receivables.flatMap(({ recipientId, gross, fee, net }) =>
      postingLines('capture', { ownerId: recipientId, receivableId: newId() }, { gross, fee, net }),
    );
    await ledger.transaction((transaction) => postTransactions(transaction, [{ ...draft, lines }]));

    expect(await accountsOf(submerchant)).toContainEqual({ kind: 'pending', balance: 3000n, version: 3n });
    expect(await accountsOf(owner)).toContainEqual({ kind: 'pending', balance: 6652n, version: 3n });
    const entries = await ledger.query(
      `SELECT line, kind, amount, balance_after, e.version FROM entries e JOIN accounts a ON a.id = e.account_id
       WHERE transaction_id = $1 ORDER BY line`,
      [draft.id],
    );
    expect(entries).toEqual([
      entry(1, 'acquirer', -1000n),
      entry(2, 'pending', 1000n, 1000n, 1n),
      entry(3, 'acquirer', -1000n),
      entry(4, 'pending', 1000n, 2000n, 2n),
      entry(5, 'acquirer', -1000n),
      entry(6, 'pending', 1000n, 3000n, 3n),
      entry(7, 'acquirer', -2335n),
      entry(8, 'pending', 2218n, 2218n, 1n),
      entry(9, 'fees', 117n),
      entry(10, 'acquirer', -2333n),
      entry(11, 'pending', 2217n, 4435n, 2n),
      entry(12, 'fees', 116n),
      entry(13, 'acquirer', -2333n),
      entry(14, 'pending', 2217n, 6652n, 3n),
      entry(15, 'fees', 116n),
    ]);
  });

  it('says what was posted, and what could not be for want of a wallet', async () => {
    const [known, before, homeless] = [capture(await openWallet()), capture(await openWallet()), capture(newId())];
    await ledger.transaction((transaction) => postTransactions(transaction, [before]));
    const outcome = await ledger.transaction((transaction) => postTransactions(transaction, [known, before, homeless]));
    expect(outcome).toEqual({
      posted: new Set([known.id]),
      withoutWallet: new Set([homeless.id]),
      uncovered: new Set(),
    });
  });

  it('leaves nothing behind when the database transaction rolls back', async () => {
    const ownerId = await openWallet();
    const draft = capture(ownerId);
    const failing = ledger.transaction(async (transaction) => {
      await postTransactions(transaction, [draft]);
      throw new Error('changed our mind');
    });
    await expect(failing).rejects.toThrow('changed our mind');
    expect(await accountsOf(ownerId)).toContainEqual({ kind: 'pending', balance: 0n, version: 0n });
    expect(await ledger.query(`SELECT FROM transactions WHERE id = $1`, [draft.id])).toEqual([]);
  });

  it('refuses lines that do not add up to zero', async () => {
    const draft = capture(await openWallet());
    const posting = ledger.transaction((transaction) =>
      postTransactions(transaction, [{ ...draft, lines: draft.lines.slice(1) }]),
    );
    await expect(posting).rejects.toThrow('is not balanced');
  });

  it('finds every row by an index among a hundred thousand wallets and transactions', async () => {
    const ownerId = await openWallet();
    await ledger.transaction(fill);
    const plans: string[] = [];
    await ledger.transaction((transaction) =>
      postTransactions(explaining(transaction, plans), [capture(ownerId), capture(ownerId), capture(ownerId)]),
    );
    expect(plans).toHaveLength(4);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|Hash Join|Merge Join/);
  });
});

/** Rows and statistics as a ledger has them that has been at work for a while. */
async function fill(sql: Sql): Promise<void> {
  await sql.query('SET LOCAL statement_timeout = 0');
  await sql.query(
    `WITH opened AS (
       INSERT INTO wallets (id, merchant_id, owner_id, owner_type)
       SELECT uuidv7(), uuidv7(), uuidv7(), 'merchant' FROM generate_series(1, 100000) RETURNING id
     )
     INSERT INTO accounts (wallet_id, kind) SELECT id, kind FROM opened, unnest(ARRAY['pending', 'available', 'blocked']) kind`,
  );
  await sql.query(
    `INSERT INTO transactions (id, kind, reference_id, occurred_at)
     SELECT uuidv7(), 'capture', uuidv7(), now() FROM generate_series(1, 100000)`,
  );
}

/** A transaction that notes the plan of every statement before it runs it. */
const explaining = (transaction: Transaction, plans: string[]): Transaction => ({
  manager: transaction.manager,
  afterCommit: (effect) => transaction.afterCommit(effect),
  async query<Result>(text: string, parameters?: readonly unknown[]) {
    const plan = await transaction.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, parameters);
    plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
    return transaction.query<Result>(text, parameters);
  },
});

const entry = (
  line: number,
  kind: string,
  amount: bigint,
  balance_after: bigint | null = null,
  version: bigint | null = null,
) => ({
  line,
  kind,
  amount,
  balance_after,
  version,
});

const capture = (recipientId: string, gross = 1000n, fee = 30n): JournalTransaction => ({
  id: newId(),
  kind: 'capture',
  referenceId: newId(),
  occurredAt: new Date('2026-11-20T15:00:00Z'),
  lines: postingLines('capture', { ownerId: recipientId, receivableId: newId() }, { gross, fee, net: gross - fee }),
});
