import type { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { split } from '../fixtures/captured-charge.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import { SettlementFixture } from '../testing/settlement-fixture.js';
import { verifyLedger } from '../verify/verify-ledger.js';

/** One lane, and batches so small that the faulty wallet fills more than one. */
const LIMITS = { batchSize: 4, lanes: 1, unheardRows: 8 };
const NET = 9652n;

describe('receivables that cannot be settled', () => {
  let days: SettlementFixture;
  let ledger: LedgerFixture;
  let sellers: string[];
  let charges: ChargeMessage[];

  beforeAll(async () => {
    days = await SettlementFixture.start(LIMITS);
    ({ ledger } = days);
  });

  afterAll(() => days.close());

  /** The merchant's wallet is the oldest, and so the first of each day; its sellers get four tenths of every charge. */
  beforeEach(async () => {
    await days.begin();
    sellers = await Promise.all([1, 2].map(() => ledger.openSubmerchant(days.merchantId)));
    const splits = sellers.map((seller) => split(seller, 'percentage', 20));
    charges = [
      ...(await days.captureMany(6, { splits, installments: 1 })),
      ...(await days.captureMany(2, { splits, installments: 1, capturedAt: '2026-11-21T15:00:01.000Z' })),
    ];
  });

  it('hold up nobody else’s, and leave the day unfinished until they can', async () => {
    const repair = await breakWallet(days.merchantId);
    await days.settleAt('2026-12-22T12:00:00.000Z');
    const [pending, available] = (await days.balances())!;
    expect([pending > 0n, available]).toEqual([true, 0n]);
    expect(await openOf(sellers)).toEqual([]);
    expect(await days.runOf('2026-12-22')).toEqual({ settled: 16n, amount: 8n * NET - pending, isFinished: false });

    await repair();
    await ledger.settlement.execute();
    expect(await days.balances()).toEqual([0n, pending, 0n]);
    expect(await days.runOf('2026-12-22')).toEqual({ settled: 24n, amount: 8n * NET, isFinished: true });
    for (const charge of charges) expect(new Set(await days.statusesOf(charge))).toEqual(new Set(['settled']));
  });

  it('are counted', async () => {
    const instance = await days.another(LIMITS);
    const repair = await breakWallet(sellers[0]!);
    days.clock.set('2026-12-22T12:00:00.000Z');
    await instance.settlement.execute();
    await repair();
    await instance.stop();
    const text = await instance.metrics.text();
    expect(text).toContain('centavo_unsettled_receivables_total 8');
    expect(text).toContain('centavo_settled_receivables_total 16');
  });

  it('leave a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });

  /** No receivable of the wallet can be settled from now on. @returns what makes that good */
  async function breakWallet(ownerId: string): Promise<() => Promise<unknown>> {
    const admin = await days.admin();
    await admin.query(
      `ALTER TABLE receivables ADD CONSTRAINT broken CHECK (recipient_id <> '${ownerId}' OR status <> 'settled')`,
    );
    return () => admin.query('ALTER TABLE receivables DROP CONSTRAINT broken');
  }

  const openOf = (ownerIds: readonly string[]) =>
    ledger.database.query(`SELECT id FROM receivables WHERE recipient_id = ANY ($1::uuid[]) AND status <> 'settled'`, [
      ownerIds,
    ]);
});
