import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { runs, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { ChainJournal } from '../chain/chain-journal.js';
import { capturedChargeMessage } from '../fixtures/charge-messages.js';
import { keepBusy } from '../fixtures/busy-ledger.js';
import { reportOnDamage } from '../fixtures/damage.js';
import { connectAsOwner } from '../testing/ledger-owner.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import { verifyLedger } from './verify-ledger.js';

describe('the ledger checker', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let owner: PostgresDatabase;
  let merchants: string[];

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    owner = await connectAsOwner(database.adminUrl);
    ledger = await LedgerFixture.start(
      await database.database('ledger'),
      testClock('2026-11-20T15:00:01Z'),
      silentLogger,
    );
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
  });

  it('finds nothing in a ledger that is chained in part', async () => {
    await keepBusy(ledger);
    await new ChainJournal(ledger.database, silentLogger).execute();
    await keepBusy(ledger);
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });

  it.each<[string, string, string]>([
    [
      'a changed amount',
      'transaction_balanced',
      `UPDATE entries SET amount = amount * 2 WHERE ctid = ${firstOf('entries')}`,
    ],
    [
      'a lost transaction',
      'entries_are_of_a_transaction',
      `DELETE FROM transactions WHERE ctid = ${firstOf('transactions')}`,
    ],
    ['a lost transaction', 'transaction_is_there', `DELETE FROM transactions WHERE ctid = ${firstOf('transactions')}`],
    [
      'lost entries',
      'transaction_has_entries',
      `DELETE FROM entries WHERE transaction_id = (SELECT transaction_id FROM entries LIMIT 1)`,
    ],
    ['a line that is left out', 'lines_have_no_gap', `UPDATE entries SET line = line + 50 WHERE line = 3`],
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
      'a statement that says half of what it should',
      'statement_is_of_available',
      `UPDATE entries SET description = NULL WHERE description IS NOT NULL`,
    ],
    [
      'a statement of pending money',
      'statement_is_of_available',
      `UPDATE entries SET (wallet_entry_id, reference_type, reference_id, description, recorded_at, reference_version)
         = (uuidv7(), 'charge', uuidv7(), 'text', now(), 1)
       WHERE account_id IN (SELECT id FROM accounts WHERE kind = 'pending')`,
    ],
    [
      'a statement that counts wrong',
      'statement_continues',
      `UPDATE entries SET reference_version = reference_version + 1 WHERE reference_version = 1`,
    ],
    [
      'a statement that goes back in time',
      'statement_continues',
      `UPDATE entries SET recorded_at = recorded_at + interval '1 day' WHERE reference_type = 'charge'`,
    ],
    [
      'money of a receivable in the wallet of another',
      'receivable_is_the_wallets',
      `UPDATE receivables SET recipient_id = merchant_id WHERE submerchant_id IS NOT NULL`,
    ],
    [
      'entries of a receivable that is not there',
      'receivable_is_the_wallets',
      `DELETE FROM receivables WHERE ctid = (SELECT min(ctid) FROM receivables WHERE gross_amount > fee_amount)`,
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
      'a platform account that nothing explains',
      'platform_account_is_the_sum_of_what_is_chained',
      `UPDATE accounts SET balance = balance + 1 WHERE id = 3`,
    ],
    [
      'a platform account that counts what is still queued',
      'platform_account_is_the_sum_of_what_is_chained',
      `UPDATE accounts SET version = version + 1 WHERE id = 2`,
    ],
    [
      'a lost receivable',
      'wallet_is_the_sum_of_its_receivables',
      `DELETE FROM receivables WHERE id = (SELECT min(id::text)::uuid FROM receivables WHERE status = 'pending' AND gross_left > fee_left)`,
    ],
    [
      'money that is held and not blocked',
      'wallet_is_the_sum_of_its_receivables',
      `UPDATE receivables SET held_net = gross_left - fee_left WHERE status = 'settled'`,
    ],
    [
      'a receivable that was not captured',
      'acquirer_owes_the_gross',
      `UPDATE receivables SET gross_amount = gross_amount + 1, fee_amount = fee_amount + 1, gross_left = gross_left + 1, fee_left = fee_left + 1`,
    ],
    [
      'a receivable that is not what was posted',
      'receivable_follows_its_lines',
      `UPDATE receivables SET gross_amount = gross_amount + 1, gross_left = gross_left + 1, fee_amount = fee_amount + 1, fee_left = fee_left + 1
       WHERE ctid = ${firstOf('receivables')}`,
    ],
    [
      'a receivable that was paid twice',
      'receivable_follows_its_lines',
      `INSERT INTO entries (transaction_id, line, account_id, receivable_id, amount, reference_type)
       SELECT transaction_id, 99, account_id, receivable_id, 1, 'charge' FROM entries WHERE reference_type = 'charge'`,
    ],
    [
      'a settled receivable that settled at no time',
      'receivable_is_what_its_status_says',
      `UPDATE receivables SET settled_at = NULL WHERE status = 'settled'`,
    ],
    [
      'a pending receivable that is held',
      'receivable_is_what_its_status_says',
      `UPDATE receivables SET held_net = 1 WHERE ctid = (SELECT min(ctid) FROM receivables WHERE status = 'pending')`,
    ],
    [
      'a withdrawal that nobody posted',
      'in_transit_are_open_withdrawals',
      `INSERT INTO withdrawals (id, merchant_id, wallet_id, type, amount, fee, status, sequence, version, outbox_id, acquirer_name,
                                recipient_id, recipient_snapshot, idempotency_key, fingerprint, created_at, updated_at)
       SELECT uuidv7(), merchant_id, id, 'pix', 100, 0, 'pending', 1, 1, uuidv7(), 'sandbox', 'key', '{}', 'key', '', now(), now()
       FROM wallets LIMIT 1`,
    ],
    [
      'an anticipation that paid nothing',
      'anticipation_pays_its_net',
      `INSERT INTO anticipations (id, merchant_id, status, anticipation_type, total_gross_amount, total_fee_amount, total_net_amount,
                                  monthly_rate_bps, last_settlement_date, sequence, outbox_id, created_at, updated_at)
       VALUES (uuidv7(), uuidv7(), 'approved', 'spot', 100, 1, 99, 199, now(), 1, uuidv7(), now(), now())`,
    ],
    [
      'an adjustment that nobody posted',
      'adjustment_is_posted',
      `INSERT INTO adjustments (id, wallet_id, direction, amount, description, operator, audit_call_id)
       SELECT uuidv7(), id, 'debit', 100, 'text', 'operator:00000000', uuidv7() FROM wallets LIMIT 1`,
    ],
    [
      'a transaction that is to be chained no more',
      'transaction_is_chained_or_queued',
      `DELETE FROM unchained_transactions`,
    ],
    [
      'a chain that was rewritten since it was checked',
      'chain_keeps_what_was_checked',
      `UPDATE chain_watch SET position = 1, hash = sha256('')`,
    ],
  ])('finds %s: %s', async (_, rule, damage) => {
    const report = await reportOnDamage(owner, damage);
    expect(report.ok).toBe(false);
    expect(report.violations.map((violation) => violation.rule)).toContain(rule);
  });

  it('names a hundred of what is wrong, and stops there', async () => {
    const report = await reportOnDamage(owner, `UPDATE entries SET balance_after = balance_after + version`);
    expect(report.violations).toHaveLength(100);
  });

  it('looks at what is queued as at what is chained', async () => {
    const damage = `UPDATE entries SET balance_after = balance_after + 1 WHERE transaction_id = (
      SELECT transaction_ids[1] FROM unchained_transactions LIMIT 1)`;
    const report = await reportOnDamage(owner, damage);
    expect(report.violations.map(({ rule }) => rule)).toContain('entry_continues_the_one_before');
  });

  it('finds nothing while money moves and the chain grows', async () => {
    const chain = new ChainJournal(await database.database('ledger'), silentLogger);
    const progress = { checks: 0, isOver: false };
    const busy = (async () => {
      for (let round = 0; round < 8 || progress.checks < 2; round += 1) {
        await Promise.all(Array.from({ length: 3 }, () => keepBusy(ledger)));
        await chain.execute();
      }
    })();
    void busy.finally(() => (progress.isOver = true));
    for (; !progress.isOver; progress.checks += 1) {
      expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
    }
    await busy;
    expect(progress.checks).toBeGreaterThan(1);
  });

  it('stops between two queries when it is told to', async () => {
    await expect(verifyLedger(ledger.database, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });

  const pendingAmount = async (): Promise<bigint> => {
    const [sum] = await ledger.database.query<{ pending: string | null }>(
      `SELECT sum(pending_amount) AS pending FROM published_wallets`,
    );
    return BigInt(sum?.pending ?? 0);
  };
});

function firstOf(table: string): string {
  return `(SELECT min(ctid) FROM ${table})`;
}
