import type { Receivable } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { eventually, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { split, type CapturedChargeTraits } from '../fixtures/captured-charge.js';
import { capturedChargeMessage, laterChargeMessage, refundMessage } from '../fixtures/charge-messages.js';
import { balancesOf, linesOf, postedOf, standingOf, statementOf } from '../fixtures/journal-view.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { payEarly } from '../fixtures/pay-early.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { ledgerService } from '../ledger.service.js';
import type { ChargeMessage } from './charge-message.js';

describe('when a charge is refunded, the ledger', () => {
  const clock = testClock('2026-11-20T15:00:01.000Z');
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let otherInstance: LedgerFixture;
  let merchantId: string;
  let submerchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const start = async () => LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
    ledger = await start();
    otherInstance = await start();
  });

  beforeEach(async () => {
    clock.set('2026-11-20T15:00:01.000Z');
    merchantId = await ledger.openMerchant();
    submerchantId = await ledger.openSubmerchant(merchantId);
  });

  afterAll(async () => {
    await ledger.stop();
    await otherInstance.stop();
    await database.close();
  });

  /** The worked example, or what is said of it. */
  const captured = async (traits: Partial<CapturedChargeTraits> = {}): Promise<ChargeMessage> => {
    const message = capturedChargeMessage({ merchantId, ...traits });
    expect(await ledger.movements.take([message])).toEqual([{}]);
    return message;
  };
  const refunded = async (charge: ChargeMessage, amount: string): Promise<ChargeMessage> => {
    const refund = refundMessage(charge, amount);
    expect(await ledger.movements.take([refund])).toEqual([{}]);
    return refund;
  };
  const receivable = async (charge: ChargeMessage, installment: number, recipientId = merchantId) => {
    const all = await ledger.receivablesOf(charge.key);
    return all.find((each) => each.installment === installment && each.recipient_id === recipientId)!;
  };
  const standing = (charge: ChargeMessage, recipientId = merchantId) =>
    standingOf(ledger.database, charge.key, recipientId);
  const balances = (ownerId = merchantId) => balancesOf(ledger.database, ownerId);

  it('takes it from the recipients and installments of the worked example, to the centavo', async () => {
    const charge = await captured({ splits: [split(submerchantId, 'percentage', 30)] });
    clock.set('2026-12-21T12:00:00.000Z');
    await ledger.settlement.execute();

    const refund = await refunded(charge, '4000');

    expect(await linesOf(ledger.database, refund.id)).toEqual([
      ['pending', submerchantId, -1000n, 3],
      ['acquirer', null, 1000n, 3],
      ['pending', submerchantId, -200n, 2],
      ['acquirer', null, 200n, 2],
      ['pending', merchantId, -2217n, 3],
      ['fees', null, -116n, 3],
      ['acquirer', null, 2333n, 3],
      ['pending', merchantId, -444n, 2],
      ['fees', null, -23n, 2],
      ['acquirer', null, 467n, 2],
    ]);
    expect(await standing(charge, submerchantId)).toEqual([
      ['settled', 1000n, 0n, 0n],
      ['pending', 800n, 0n, 0n],
      ['canceled', 0n, 0n, 0n],
    ]);
    expect(await standing(charge)).toEqual([
      ['settled', 2335n, 117n, 0n],
      ['pending', 1866n, 93n, 0n],
      ['canceled', 0n, 0n, 0n],
    ]);
    expect([await balances(submerchantId), await balances()]).toEqual([
      [800n, 1000n, 0n],
      [1773n, 2218n, 0n],
    ]);
    expect(await statementOf(ledger.database, refund.id)).toEqual([]);
  });

  it('shows what is left of a receivable, and of one that is wholly taken what it had, and tells that it is canceled', async () => {
    const charge = await captured();
    await refunded(charge, '4000');

    const shown = (await ledger.receivablesOf(charge.key)).map((each) => [
      each.status,
      each.gross_amount,
      each.fee_amount,
      each.net_amount,
    ]);
    expect(shown).toEqual([
      ['pending', 3335n, 117n, 3218n],
      ['pending', 2666n, 93n, 2573n],
      ['canceled', 3333n, 116n, 3217n],
    ]);
    const third = await receivable(charge, 3);
    const told = await eventually(() => {
      const events = ledger.events.filter(({ key, type }) => key === charge.key && type !== 'receivable.pending');
      expect(events).toHaveLength(1);
      return events;
    });
    expect(told[0]).toMatchObject({
      type: 'receivable.canceled',
      headers: { merchantId, resourceId: third.id, correlationId: charge.headers.correlationId },
      payload: {
        sequence: 2,
        data: { id: third.id, status: 'canceled', gross_amount: 3333 } satisfies Partial<Receivable>,
      },
    });
  });

  it('takes from an anticipated receivable what had been paid, with a line on the statement', async () => {
    const charge = await captured({ installments: 1 });
    await payEarly(ledger, [(await receivable(charge, 1)).id]);

    const refund = await refunded(charge, '4000');

    expect(await linesOf(ledger.database, refund.id)).toEqual([
      ['available', merchantId, -3860n, 1],
      ['fees', null, -140n, 1],
      ['acquirer', null, 4000n, 1],
    ]);
    expect(await statementOf(ledger.database, refund.id)).toEqual([
      {
        amount: -3860n,
        reference_type: 'refund',
        reference_id: refund.headers.refundId,
        description: 'Refund from installment 1',
      },
    ]);
    expect(await receivable(charge, 1)).toMatchObject({
      status: 'anticipated',
      gross_amount: 6001n,
      net_amount: 5792n,
    });
  });

  it('takes from a settled receivable what had been paid, which the bank pays back, and lets it say what it was', async () => {
    const charge = await captured({ paymentMethod: 'pix', installments: 1 });

    const refund = await refunded(charge, '4000');

    expect(await linesOf(ledger.database, refund.id)).toEqual([
      ['available', merchantId, -3860n, 1],
      ['fees', null, -140n, 1],
      ['bank', null, 4000n, 1],
    ]);
    expect(await statementOf(ledger.database, refund.id)).toMatchObject([
      { amount: -3860n, reference_type: 'refund', reference_id: refund.headers.refundId },
    ]);
    expect(await receivable(charge, 1)).toMatchObject({ status: 'settled', gross_amount: 10_001n, net_amount: 9652n });
    expect(await standing(charge)).toEqual([['settled', 6001n, 209n, 0n]]);
  });

  it('takes pending receivables first, then those that were paid, the latest of each first', async () => {
    const charge = await captured({ installments: 4, amount: 4000 });
    const early = await Promise.all([2, 4].map((installment) => receivable(charge, installment)));
    await payEarly(
      ledger,
      early.map(({ id }) => id),
    );
    clock.set('2026-12-21T12:00:00.000Z');
    await ledger.settlement.execute();

    const refund = await refunded(charge, '3999');

    const lines = await linesOf(ledger.database, refund.id);
    const sources = lines.filter(([account]) => account === 'acquirer' || account === 'bank');
    expect(sources).toEqual([
      ['acquirer', null, 1000n, 3],
      ['acquirer', null, 1000n, 4],
      ['acquirer', null, 1000n, 2],
      ['bank', null, 999n, 1],
    ]);
  });

  it('cancels all that is pending or anticipated when nothing is left of the charge', async () => {
    const charge = await captured({ splits: [split(submerchantId, 'percentage', 30)] });
    await payEarly(ledger, [(await receivable(charge, 3)).id]);
    const part = refundMessage(charge, '333');
    const rest = laterChargeMessage(part, 'charge.refunded', {
      trigger: 'refund',
      refundId: newId(),
      refundAmount: '9668',
    });

    expect(await ledger.movements.take([part, rest])).toEqual([{}, {}]);

    const nothing = ['canceled', 0n, 0n, 0n];
    expect(await standing(charge)).toEqual([nothing, nothing, nothing]);
    expect(await standing(charge, submerchantId)).toEqual([nothing, nothing, nothing]);
    expect(await balances(submerchantId)).toEqual([0n, 0n, 0n]);
    // The interest of the anticipation is paid.
    expect(await balances()).toEqual([0n, -1n, 0n]);
  });

  it('lets a wallet owe, and fills it up with what comes next', async () => {
    const charge = await captured({ installments: 1 });
    await payEarly(ledger, [(await receivable(charge, 1)).id], 500n);
    expect(await balances()).toEqual([0n, 9152n, 0n]);

    await refunded(charge, '10001');
    expect(await balances()).toEqual([0n, -500n, 0n]);

    await captured({ paymentMethod: 'pix', installments: 1, amount: 2000 });
    expect(await balances()).toEqual([0n, 1430n, 0n]);
  });

  it('lets two refunds of a batch see each other, and none be taken twice', async () => {
    const charge = await captured({ installments: 1 });
    const refunds = Array.from({ length: 3 }, () => refundMessage(charge, '4000'));

    const outcomes = await ledger.movements.take([refunds[0]!, refunds[1]!, refunds[0]!, refunds[2]!]);

    expect(outcomes.map(errorOf)).toEqual([undefined, undefined, undefined, expect.any(RangeError)]);
    expect(await ledger.movements.take([refunds[1]!])).toEqual([{}]);
    expect(await standing(charge)).toEqual([['pending', 2001n, 70n, 0n]]);
    expect(await postedOf(ledger.database, charge.key)).toEqual(['capture', 'refund', 'refund']);
  });

  it('counts each once when two instances refund the same charges at the same time, some with the same events', async () => {
    const charges = await Promise.all(Array.from({ length: 10 }, () => captured({ installments: 2 })));
    const refunds = charges.map((charge) => Array.from({ length: 5 }, () => refundMessage(charge, '1000')));

    const outcomes = await Promise.all([
      ledger.movements.take(refunds.flatMap((own) => own.slice(0, 3))),
      otherInstance.movements.take(refunds.flatMap((own) => own.slice(2)).toReversed()),
      otherInstance.movements.take(refunds.slice(3, 6).flat()),
    ]);

    expect(outcomes.flat().every((outcome) => errorOf(outcome) === undefined)).toBe(true);
    for (const charge of charges) {
      expect(await standing(charge)).toEqual([
        ['pending', 5001n, 175n, 0n],
        ['canceled', 0n, 0n, 0n],
      ]);
    }
    expect(await balances()).toEqual([10n * 4826n, 0n, 0n]);
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });
});
