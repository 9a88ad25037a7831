import type { EventPayload, Receivable } from '@centavo/contracts';
import type { ReceivedMessage } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { split } from '../fixtures/captured-charge.js';
import { refundMessage } from '../fixtures/charge-messages.js';
import { linesOf, statementOf } from '../fixtures/journal-view.js';
import type { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { payEarly } from '../fixtures/pay-early.js';
import { postingLines } from '../journal/postings.domain.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import { SettlementFixture } from '../testing/settlement-fixture.js';
import { verifyLedger } from '../verify/verify-ledger.js';

describe('when the dates of receivables come', () => {
  let days: SettlementFixture;
  let ledger: LedgerFixture;

  beforeAll(async () => {
    days = await SettlementFixture.start();
    ({ ledger } = days);
  });

  beforeEach(() => days.begin());

  afterAll(() => days.close());

  it('pays the first installments of the worked example on their day, to the centavo', async () => {
    const seller = await ledger.openSubmerchant(days.merchantId);
    const charge = await days.capture({ splits: [split(seller, 'percentage', 30)] });

    await days.settleAt('2026-12-21T02:59:59.999Z');
    expect([await days.balances(seller), await days.balances()]).toEqual([
      [3000n, 0n, 0n],
      [6652n, 0n, 0n],
    ]);

    await days.settleAt('2026-12-21T03:00:00.000Z');
    expect([await days.balances(seller), await days.balances()]).toEqual([
      [2000n, 1000n, 0n],
      [4434n, 2218n, 0n],
    ]);
    expect(await days.statusesOf(charge)).toEqual(['settled', 'settled', 'pending', 'pending', 'pending', 'pending']);
    const settledAt = (await ledger.receivablesOf(charge.key)).map(({ settled_at }) => settled_at?.toISOString());
    expect(settledAt.slice(0, 2)).toEqual(['2026-12-21T03:00:00.000Z', '2026-12-21T03:00:00.000Z']);
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 2n, amount: 3218n, isFinished: true });

    await days.settleAt('2027-02-18T12:00:00.000Z');
    expect([await days.balances(seller), await days.balances()]).toEqual([
      [0n, 3000n, 0n],
      [0n, 6652n, 0n],
    ]);
  });

  it('shows each charge on the statement and books all that moves beside it as one sum per account', async () => {
    const charges = [await days.capture({ installments: 1 }), await days.capture({ installments: 1, amount: 500 })];

    await days.settleAt('2026-12-21T12:00:00.000Z');

    const [settlement, ...others] = await settlementsOf(charges[0]!);
    expect(others).toEqual([]);
    expect(await settlementsOf(charges[1]!)).toEqual([settlement]);
    const lines = await linesOf(ledger.database, settlement!);
    expect(lines.toSorted(([left], [right]) => left.localeCompare(right))).toEqual([
      ['acquirer', null, 10_501n, null],
      ['available', days.merchantId, expect.any(BigInt), 1],
      ['available', days.merchantId, expect.any(BigInt), 1],
      ['bank', null, -10_501n, null],
      ['pending', days.merchantId, -10_135n, null],
    ]);
    const statement = await statementOf(ledger.database, settlement!);
    const line = { reference_type: 'charge', description: 'Settlement of installment 1' };
    expect(statement).toHaveLength(2);
    expect(statement).toContainEqual({ ...line, reference_id: charges[0]!.key, amount: 9652n });
    expect(statement).toContainEqual({ ...line, reference_id: charges[1]!.key, amount: 483n });
  });

  it('tells of every receivable that it is settled', async () => {
    const charge = await days.capture({ installments: 2 });
    await days.settleAt('2027-01-19T12:00:00.000Z');

    const heard = await eventually(() => {
      const events = ledger.events.filter(({ key, type }) => key === charge.key && type === 'receivable.settled');
      expect(events).toHaveLength(2);
      return events as ReceivedMessage<EventPayload<Receivable>>[];
    });
    expect(heard.map(({ payload }) => payload)).toEqual(
      [1, 2].map((installment) =>
        expect.objectContaining({
          sequence: 2,
          data: expect.objectContaining({ installment, status: 'settled', settled_at: '2027-01-19T12:00:00.000Z' }),
        }),
      ),
    );
  });

  it('has nothing to do for a Pix, which its capture has settled', async () => {
    const charge = await days.capture({ paymentMethod: 'pix', installments: 1 });

    expect(await days.balances()).toEqual([0n, 9652n, 0n]);
    const captureTold = await statementOf(ledger.database, charge.id);
    expect(captureTold).toMatchObject([{ amount: 9652n, reference_type: 'charge', reference_id: charge.key }]);
    await eventually(() =>
      expect(ledger.events.filter(({ key }) => key === charge.key).map(({ type }) => type)).toEqual([
        'receivable.pending',
        'receivable.settled',
      ]),
    );
    await days.settleAt('2026-11-20T16:00:00.000Z');
    expect(await settlementsOf(charge)).toEqual([]);
    expect(await days.balances()).toEqual([0n, 9652n, 0n]);
  });

  it.each([
    ['a weekend', '2026-11-20', '2026-11-22', '2026-11-23'],
    ['Christmas and the weekend after it', '2026-12-24', '2026-12-27', '2026-12-28'],
  ])('waits over %s', async (_, captured, lastDayOfRest, day) => {
    const charge = await days.capture({
      paymentMethod: 'boleto',
      installments: 1,
      capturedAt: `${captured}T15:00:00.000Z`,
    });
    await days.settleAt(`${lastDayOfRest}T23:00:00.000Z`);
    expect(await days.statusesOf(charge)).toEqual(['pending']);
    await days.settleAt(`${day}T03:00:00.000Z`);
    expect(await days.statusesOf(charge)).toEqual(['settled']);
  });

  it('credits nothing for what was paid early: the acquirer pays the bank', async () => {
    const charge = await days.capture({ installments: 2 });
    const [first] = await ledger.receivablesOf(charge.key);
    await payEarly(ledger, [first!.id]);
    const before = await days.balances();

    await days.settleAt('2026-12-21T12:00:00.000Z');

    expect(await days.statusesOf(charge)).toEqual(['settled', 'pending']);
    expect(await days.balances()).toEqual(before);
    expect(await days.runOf('2026-12-21')).toEqual({ settled: 1n, amount: 0n, isFinished: true });
    const [settlement] = await ledger.database.query<{ id: string }>(
      `SELECT t.id FROM transactions t JOIN settlement_runs r ON r.id = t.reference_id WHERE r.day = '2026-12-21'`,
    );
    expect(await linesOf(ledger.database, settlement!.id)).toEqual([
      ['bank', null, -5001n, 1],
      ['acquirer', null, 5001n, 1],
    ]);
  });

  it('pays what refunds have left', async () => {
    const charge = await days.capture({ installments: 1 });
    await ledger.movements.take([refundMessage(charge, '4000')]);
    expect(await days.balances()).toEqual([5792n, 0n, 0n]);
    await days.settleAt('2026-12-21T12:00:00.000Z');
    expect(await days.balances()).toEqual([0n, 5792n, 0n]);
  });

  it('fills up an available balance that had fallen below zero', async () => {
    await debit(5_000n);
    await days.capture({ installments: 1 });
    expect(await days.balances()).toEqual([9652n, -5000n, 0n]);

    await days.settleAt('2026-12-21T12:00:00.000Z');

    expect(await days.balances()).toEqual([0n, 4652n, 0n]);
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });

  /** The journal transactions that settled something of a charge. */
  async function settlementsOf({ key }: ChargeMessage): Promise<string[]> {
    const rows = await ledger.database.query<{ id: string }>(
      `SELECT DISTINCT t.id FROM transactions t JOIN entries e ON e.transaction_id = t.id
       WHERE t.kind = 'settlement' AND e.reference_id = $1`,
      [key],
    );
    return rows.map(({ id }) => id);
  }

  /** An operator takes money away. */
  async function debit(amount: bigint): Promise<void> {
    const statement = { referenceType: 'adjustment', referenceId: newId(), description: 'Correction' } as const;
    const subject = { ownerId: days.merchantId, receivableId: null, statement };
    const lines = postingLines('adjustment_debit', subject, { amount });
    const journal = { id: newId(), kind: 'adjustment', referenceId: newId(), occurredAt: days.clock.now(), lines };
    await ledger.database.transaction((transaction) =>
      ledger.books.post(transaction, [{ journal, receivables: [], cause: {} }]),
    );
  }
});
