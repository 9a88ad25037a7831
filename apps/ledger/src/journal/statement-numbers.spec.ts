import { WALLET_ENTRY_REFERENCE_TYPES } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { runs, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { connectAsOwner } from '../testing/ledger-owner.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import { postTransactions, type JournalTransaction } from './post-transactions.js';

const aDraft = fc.record({
  wallet: fc.nat(1),
  referenceType: fc.constantFrom(...WALLET_ENTRY_REFERENCE_TYPES.slice(0, 3)),
  isCredit: fc.boolean(),
});
type Draft = typeof aDraft extends fc.Arbitrary<infer Value> ? Value : never;

describe('the statement of a wallet', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let owner: PostgresDatabase;
  let wallets: string[];
  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    owner = await connectAsOwner(database.adminUrl);
    ledger = await LedgerFixture.start(await database.database('ledger'), testClock(), silentLogger);
    wallets = [await ledger.openMerchant(), await ledger.openMerchant()];
  });
  afterAll(async () => {
    await ledger.stop();
    await owner.close();
    await database.close();
  });

  const transactionOf = ({ wallet, referenceType, isCredit }: Draft): JournalTransaction => {
    const id = newId();
    const amount = isCredit ? 1n : -1n;
    const statement = { referenceType, referenceId: id, description: 'Test' };
    return {
      id,
      kind: 'adjustment',
      referenceId: id,
      occurredAt: new Date(),
      lines: [
        { account: { kind: 'available', ownerId: wallets[wallet]! }, amount, receivableId: null, statement },
        { account: { kind: 'adjustments' }, amount: -amount, receivableId: null },
      ],
    };
  };

  const post = (drafts: readonly Draft[]) =>
    ledger.database.transaction((transaction) => postTransactions(transaction, drafts.map(transactionOf)));

  /** What the numbers and the order of the times must be, worked out over all entries. */
  const faults = () =>
    ledger.database.query(`
      SELECT * FROM (
        SELECT account_id, version, reference_version, created_at,
               row_number() OVER (PARTITION BY account_id, reference_type, is_credit ORDER BY version) AS expected,
               max(created_at) OVER (PARTITION BY account_id ORDER BY version) AS latest
        FROM published_wallet_entries
      ) AS entry WHERE reference_version <> expected OR created_at < latest`);

  it('numbers its entries by reference type and direction, however many post to it at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(aDraft, { minLength: 1, maxLength: 12 }), { maxLength: 6 }),
        async (batches) => {
          await Promise.all(batches.map(post));
          expect(await faults()).toEqual([]);
        },
      ),
      runs(30),
    );
    const [entries] = await ledger.database.query<{ count: bigint }>('SELECT count(*) FROM published_wallet_entries');
    expect(entries!.count).toBeGreaterThan(0n);
  });

  it('never goes back in time, though the clock does', async () => {
    const draft: Draft = { wallet: 0, referenceType: 'charge', isCredit: true };
    await post([draft]);
    const tomorrow = new Date(Date.now() + 86_400_000);
    await owner.transaction(async (transaction) => {
      await transaction.query('SET LOCAL session_replication_role = replica');
      await transaction.query(
        `UPDATE entries e SET recorded_at = $1 FROM published_wallet_statements s
         WHERE s.merchant_id = $2 AND e.account_id = s.account_id AND e.version = s.entries`,
        [tomorrow, wallets[0]],
      );
    });
    await post([draft, draft]);
    const times = await ledger.database.query<{ created_at: Date }>(
      `SELECT created_at FROM published_wallet_entries JOIN published_wallet_statements USING (account_id)
       WHERE merchant_id = $1 ORDER BY version DESC LIMIT 3`,
      [wallets[0]],
    );
    expect(times.map(({ created_at }) => created_at)).toEqual([tomorrow, tomorrow, tomorrow]);
  });
});
