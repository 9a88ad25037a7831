import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { runs, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { capturedChargeMessage } from '../fixtures/charge-messages.js';
import { connectAsOwner } from '../fixtures/ledger-owner.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import { verifyLedger } from './verify-ledger.js';
import type { LEDGER_RULES } from './verify-ledger.sql.js';

describe('the ledger checker', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let owner: PostgresDatabase;
  let merchants: string[];

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    owner = await connectAsOwner(database.adminUrl, silentLogger);
    ledger = await LedgerFixture.start(await database.database('ledger'), testClock(), silentLogger);
    merchants = await Promise.all(Array.from({ length: 4 }, () => ledger.openMerchant()));
  });

  afterAll(async () => {
    await ledger.stop();
    await owner.close();
    await database.close();
  });

  it('finds nothing in an empty ledger', async () => {
    expect(await verifyLedger(ledger.database)).toEqual({
      ok: true,
      transactions: 0,
      entries: 0,
      accounts: 18,
      violations: [],
    });
  });

  it('finds nothing after any batches of captures, whatever their amounts, fees and repetitions', async () => {
    const charge = fc.record({
      merchant: fc.nat({ max: 3 }),
      amount: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 10 ** 12 })),
      installments: fc.integer({ min: 1, max: 12 }),
      feeBps: fc.integer({ min: 0, max: 1_000 }).map(String),
      feeFixed: fc.constantFrom('0', '39', '349'),
      again: fc.boolean(),
    });
    const batches = fc.array(fc.array(charge, { minLength: 1, maxLength: 15 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(batches, async (drawn) => {
        const before = await pendingAmount();
        const messages = drawn.map((batch) =>
          batch.flatMap(({ merchant, again, ...traits }) => {
            const message = capturedChargeMessage({ ...traits, merchantId: merchants[merchant]! });
            return again ? [message, message] : [message];
          }),
        );
        const outcomes = await Promise.all(messages.map((batch) => ledger.captures.post(batch)));

        const posted = new Map(
          messages.flat().flatMap((message, index) => (errorOf(outcomes.flat()[index]) ? [] : [[message.id, message]])),
        );
        const expected = [...posted.values()].reduce((sum, { payload, headers }) => {
          const captured = BigInt(payload.data.captured_amount);
          const variable = (captured * BigInt(headers.feeBps!) * 2n + 10_000n) / 20_000n;
          return sum + captured - variable - BigInt(headers.feeFixed!);
        }, 0n);
        expect((await pendingAmount()) - before).toBe(expected);
        expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
      }),
      runs(25),
    );
  }, 60_000);

  it.each<[string, keyof typeof LEDGER_RULES, string]>([
    [
      'a changed amount',
      'transaction_balanced',
      `UPDATE entries SET amount = amount * 2 WHERE ctid = (SELECT min(ctid) FROM entries)`,
    ],
    [
      'a lost transaction',
      'transaction_has_entries',
      `DELETE FROM transactions WHERE ctid = (SELECT min(ctid) FROM transactions)`,
    ],
    [
      'lost entries',
      'transaction_has_entries',
      `DELETE FROM entries WHERE transaction_id = (SELECT transaction_id FROM entries LIMIT 1)`,
    ],
    ['an entry of no account', 'entry_of_known_account', `UPDATE entries SET account_id = 99 WHERE account_id = 3`],
    [
      'a wallet entry without a balance',
      'entry_of_known_account',
      `UPDATE entries SET version = NULL, balance_after = NULL WHERE version = 1`,
    ],
    [
      'a wrong running balance',
      'entry_continues_the_one_before',
      `UPDATE entries SET balance_after = balance_after + 1 WHERE version = 2`,
    ],
    [
      'a gap in the versions',
      'entry_continues_the_one_before',
      `UPDATE entries SET version = version + 1000000 WHERE version = 2`,
    ],
    [
      'a balance that nothing explains',
      'account_is_the_sum_of_its_entries',
      `UPDATE accounts SET balance = balance + 1 WHERE kind = 'available'`,
    ],
    [
      'a version that nothing explains',
      'account_is_the_sum_of_its_entries',
      `UPDATE accounts SET version = version + 1 WHERE kind = 'blocked'`,
    ],
    [
      'a lost receivable',
      'pending_is_the_sum_of_receivables',
      `DELETE FROM receivables WHERE ctid = (SELECT min(ctid) FROM receivables)`,
    ],
    [
      'a receivable that was not captured',
      'acquirer_owes_the_gross',
      `UPDATE receivables SET gross_amount = gross_amount + 1, fee_amount = fee_amount + 1, gross_left = gross_left + 1, fee_left = fee_left + 1`,
    ],
  ])('finds %s', async (_, rule, damage) => {
    await ledger.captures.post([capturedChargeMessage({ merchantId: merchants[0]! })]);
    const report = await owner
      .transaction(async (transaction) => {
        await transaction.query(`SET LOCAL session_replication_role = replica`);
        await transaction.query(damage);
        throw new Damaged(await verifyLedger(transaction));
      })
      .catch((error: unknown) => {
        if (error instanceof Damaged) return error.report;
        throw error;
      });
    expect(report.ok).toBe(false);
    expect(report.violations.map((violation) => violation.rule)).toContain(rule);
  });

  const pendingAmount = async (): Promise<bigint> => {
    const [sum] = await ledger.database.query<{ pending: string | null }>(
      `SELECT sum(pending_amount) AS pending FROM published_wallets`,
    );
    return BigInt(sum?.pending ?? 0);
  };
});

/** Carries the report out of the transaction whose damage must not stay. */
class Damaged extends Error {
  constructor(readonly report: Awaited<ReturnType<typeof verifyLedger>>) {
    super('rolled back');
  }
}
