import { randomInt } from 'node:crypto';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { eventually, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { split } from '../fixtures/captured-charge.js';
import { capturedChargeMessage } from '../fixtures/charge-messages.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { payEarly } from '../fixtures/pay-early.js';
import { ledgerService } from '../ledger.service.js';
import { settleUntilDeath, type ToldEvent } from '../testing/settlement-process.js';
import { verifyLedger } from '../verify/verify-ledger.js';

/** How often instances are killed, each at another step; the full count is 20. */
const KILLS = Number(process.env['KILLS'] ?? 6);
/** Two instances at a time, as in a shared day. */
const AT_ONCE = 2;
/** A batch takes about ten steps, so that an instance dies before its fifth. */
const LAST_STEP = 40;
const STEPS = Array.from({ length: LAST_STEP }, (_, index) => index + 1);
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const [DEATHS] = fc.sample(fc.shuffledSubarray(STEPS, { minLength: KILLS, maxLength: KILLS }), { numRuns: 1, seed });
const LIMITS = { batchSize: 10, lanes: 2, unheardRows: 8 };
const RECEIVABLES_PER_CHARGE = 24;
/** More than all of the victims can settle. */
const CHARGES = Math.ceil((KILLS * LIMITS.batchSize * (LAST_STEP / 10 + LIMITS.lanes)) / RECEIVABLES_PER_CHARGE) + 2;

const TEST_TIMEOUT_MS = 120_000 + KILLS * 30_000;

describe(`a settlement whose instances are killed (SEED=${seed})`, () => {
  const now = '2028-01-03T12:00:00.000Z';
  const clock = testClock('2026-11-20T15:00:01.000Z');
  let database: TestDatabase;
  let ledger: LedgerFixture;
  const told: ToldEvent[] = [];

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await LedgerFixture.start(await database.database('ledger'), clock, silentLogger, LIMITS);
  });

  afterAll(async () => {
    await ledger.stop();
    await database.close();
  });

  it(
    'ends as one that nobody disturbed, with nothing done or told twice',
    async () => {
      const owners = await captureForMany();
      await payEarly(ledger, await someReceivables());
      const wallets = await Promise.all(owners.map((ownerId) => expectedWallet(ownerId)));
      const [before] = await ledger.database.query<Expected>(
        `SELECT count(*) AS settled, sum(net_amount) FILTER (WHERE status = 'pending')::bigint AS amount,
                count(*) FILTER (WHERE status = 'pending') AS credited FROM receivables`,
      );
      clock.set(now);

      for (let killed = 0; killed < KILLS; killed += AT_ONCE) {
        const victims = DEATHS!
          .slice(killed, killed + AT_ONCE)
          .map((dieAfter) => settleUntilDeath(database, { now, limits: LIMITS, dieAfter }));
        told.push(...(await Promise.all(victims)).flat());
      }
      await goOnUntilFinished();

      const { settled, amount, credited } = before!;
      expect(await run()).toEqual([{ settled, amount }]);
      expect(await statuses()).toEqual([
        { status: 'settled', sequence: expect.any(Number), count: expect.any(BigInt) },
      ]);
      expect(await statementLines()).toEqual([{ lines: credited, receivables: credited }]);
      expect(await Promise.all(owners.map((ownerId) => walletOf(ownerId)))).toEqual(wallets);
      expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
      await expectToldOnce(Number(settled));
    },
    TEST_TIMEOUT_MS,
  );

  /** Charges that several wallets share, in twelve installments. @returns the owners of the wallets */
  async function captureForMany(): Promise<string[]> {
    const merchants = await Promise.all(Array.from({ length: 3 }, () => ledger.openMerchant()));
    const sellers = await Promise.all(merchants.map((merchantId) => ledger.openSubmerchant(merchantId)));
    const messages = Array.from({ length: CHARGES }, (_, index) => {
      const of = index % merchants.length;
      const splits = [split(sellers[of]!, 'percentage', 30)];
      return capturedChargeMessage({ merchantId: merchants[of]!, splits, installments: 12, amount: 10_001 + index });
    });
    expect(await ledger.captures.post(messages)).toEqual(messages.map(() => ({})));
    return [...merchants, ...sellers];
  }

  async function someReceivables(): Promise<string[]> {
    const rows = await ledger.database.query<{ id: string }>(`SELECT id FROM receivables WHERE installment = 5`);
    return rows.map(({ id }) => id);
  }

  /** Another instance takes over: what the dead had in hand is free as soon as PostgreSQL has noticed. */
  async function goOnUntilFinished(): Promise<void> {
    ledger.outbox.start();
    await eventually(async () => {
      await ledger.settlement.execute();
      const [unfinished] = await ledger.database.query(`SELECT FROM settlement_runs WHERE finished_at IS NULL`);
      return unfinished === undefined;
    });
  }

  /** Each receivable is told to be settled, by one event, though that may come again. */
  async function expectToldOnce(count: number): Promise<void> {
    await eventually(() => {
      const own = ledger.events.map(({ id, type, headers }) => ({ id, type, receivableId: headers.resourceId! }));
      const settled = [...told, ...own].filter(({ type }) => type === 'receivable.settled');
      expect(new Set(settled.map(({ receivableId }) => receivableId)).size).toBe(count);
      expect(new Set(settled.map(({ id }) => id)).size).toBe(count);
    });
  }

  async function expectedWallet(ownerId: string): Promise<Wallet> {
    const { available, pending } = await walletOf(ownerId);
    return { available: available + pending, pending: 0n };
  }

  async function walletOf(ownerId: string): Promise<Wallet> {
    return { available: (await ledger.availableOf(ownerId))!, pending: (await ledger.pendingOf(ownerId))! };
  }

  const run = () => ledger.database.query(`SELECT settled, amount FROM settlement_runs`);

  const statuses = () =>
    ledger.database.query(`SELECT status, max(sequence) AS sequence, count(*) FROM receivables GROUP BY status`);

  const statementLines = () =>
    ledger.database.query(
      `SELECT count(*) AS lines, count(DISTINCT e.receivable_id) AS receivables
       FROM entries e JOIN transactions t ON t.id = e.transaction_id
       WHERE t.kind = 'settlement' AND e.wallet_entry_id IS NOT NULL`,
    );
});

interface Wallet {
  readonly available: bigint;
  readonly pending: bigint;
}

interface Expected {
  readonly settled: bigint;
  readonly amount: bigint;
  /** How many of them credit a wallet. */
  readonly credited: bigint;
}
