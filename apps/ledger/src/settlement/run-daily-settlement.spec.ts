import { split } from '../fixtures/captured-charge.js';
import { chargebackMessage, disputeWonMessage } from '../fixtures/charge-messages.js';
import type { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { SettlementFixture } from '../testing/settlement-fixture.js';
import { verifyLedger } from '../verify/verify-ledger.js';

const LIMITS = { batchSize: 10, lanes: 2, unheardRows: 8 };

describe('the daily settlement', () => {
  let days: SettlementFixture;
  let ledger: LedgerFixture;

  beforeAll(async () => {
    days = await SettlementFixture.start(LIMITS);
    ({ ledger } = days);
  });

  beforeEach(() => days.begin());

  afterAll(() => days.close());

  it('leaves what a dispute holds, and pays it in a later round when the dispute is won', async () => {
    const charge = await days.capture({ installments: 1 });
    const chargeback = chargebackMessage(charge);
    await ledger.movements.take([chargeback]);

    await days.settleAt('2026-12-21T12:00:00.000Z');
    expect(await days.statusesOf(charge)).toEqual(['suspended']);
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 0n, amount: 0n, isFinished: true });

    await ledger.movements.take([disputeWonMessage(chargeback)]);
    await days.settleAt('2026-12-21T13:00:00.000Z');
    expect(await days.statusesOf(charge)).toEqual(['settled']);
    expect(await days.balances()).toEqual([0n, 9652n, 0n]);
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 1n, amount: 9652n, isFinished: true });
  });

  it('ends the day at once when nothing is due', async () => {
    await days.capture();
    await days.settleAt('2026-12-20T12:00:00.000Z');
    expect(await days.runOf('2026-12-20')).toEqual({ settled: 0n, amount: 0n, isFinished: true });
  });

  it('finishes days on which nobody was there, too', async () => {
    await days.capture({ installments: 1 });
    await ledger.database.query(
      `INSERT INTO settlement_runs (id, day, started_at) VALUES (uuidv7(), '2026-12-21', '2026-12-21T03:00:01Z')`,
    );
    await days.settleAt('2026-12-23T12:00:00.000Z');
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 0n, amount: 0n, isFinished: true });
    expect(await days.runOf('2026-12-23')).toEqual({ settled: 1n, amount: 9652n, isFinished: true });
  });

  it('is shared by instances, and each receivable is settled once', async () => {
    const sellers = await Promise.all(Array.from({ length: 5 }, () => ledger.openSubmerchant(days.merchantId)));
    const splits = sellers.map((seller) => split(seller, 'percentage', 10));
    await days.captureMany(30, { splits, installments: 1 });
    const other = await days.another(LIMITS);
    days.clock.set('2026-12-21T12:00:00.000Z');

    await Promise.all([ledger.settlement.execute(), other.settlement.execute()]);
    await other.stop();
    // Whoever finds something locked leaves it to the one who has it, and to the next round to see that the day is over.
    await ledger.settlement.execute();

    const net = 30n * 9652n;
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 180n, amount: net, isFinished: true });
    const all = await Promise.all([days.merchantId, ...sellers].map((ownerId) => days.balances(ownerId)));
    expect(all.reduce((sum, wallet) => sum + wallet![1], 0n)).toBe(net);
    expect(all.every((wallet) => wallet![0] === 0n)).toBe(true);
  });

  it('does not finish a day of which another transaction has something in hand', async () => {
    const charge = await days.capture({ installments: 1 });
    const [receivable] = await ledger.receivablesOf(charge.key);
    await ledger.database.transaction(async (transaction) => {
      await transaction.query('SELECT FROM receivables WHERE id = $1 FOR NO KEY UPDATE', [receivable!.id]);
      await days.settleAt('2026-12-21T12:00:00.000Z');
      expect(await days.runOf('2026-12-21')).toEqual({ settled: 0n, amount: 0n, isFinished: false });
    });
    await ledger.settlement.execute();
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 1n, amount: 9652n, isFinished: true });
  });

  it('stops between two batches when the service shuts down, and goes on with the next start', async () => {
    await days.captureMany(60, { installments: 1 });
    days.clock.set('2026-12-21T12:00:00.000Z');
    // No batch before the bus has taken the one before, and with it comes the end.
    const limits = { batchSize: 5, lanes: 2, unheardRows: 0 };
    const leaving: LedgerFixture = await days.another(limits, () => leaving.settlement.beforeApplicationShutdown());
    await leaving.settlement.execute();
    await leaving.stop();
    const { settled, isFinished } = (await days.runOf('2026-12-21'))!;
    expect(isFinished).toBe(false);
    expect([5n, 10n]).toContain(settled);

    await ledger.settlement.execute();
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 60n, amount: 60n * 9652n, isFinished: true });
  });

  it('goes no faster than the bus takes the events', async () => {
    await days.captureMany(60, { installments: 1 });
    days.clock.set('2026-12-21T12:00:00.000Z');
    let most = 0;
    const limits = { batchSize: 5, lanes: 2, unheardRows: 1 };
    const hurried: LedgerFixture = await days.another(limits, async () => {
      most = Math.max(most, hurried.outbox.pending);
      // The bus takes longer than a batch.
      await hurried.database.query('SELECT pg_sleep(0.05)');
    });
    await hurried.settlement.execute();
    await hurried.stop();
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 60n, amount: 60n * 9652n, isFinished: true });
    expect(most).toBeGreaterThan(0);
    // Both lanes may have been let through by the same row.
    expect(most).toBeLessThanOrEqual(limits.unheardRows + limits.lanes);
  });

  it('shows how the day stands', async () => {
    await days.capture({ installments: 1 });
    const fresh = await days.another();
    expect(await fresh.metrics.text()).toContain('centavo_settlement_finished 0');
    days.clock.set('2026-12-21T12:00:00.000Z');
    await fresh.settlement.execute();
    await fresh.stop();
    const text = await fresh.metrics.text();
    expect(text).toContain('centavo_settled_receivables_total 1');
    expect(text).toContain('centavo_settlement_finished 1');
    expect(text).toContain('centavo_settlement_run_seconds_count 1');
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });
});
