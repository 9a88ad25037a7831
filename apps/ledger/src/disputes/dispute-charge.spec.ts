import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { eventually, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import {
  capturedChargeMessage,
  chargebackMessage,
  disputeLostMessage,
  disputeWonMessage,
  refundMessage,
} from '../fixtures/charge-messages.js';
import { balancesOf, linesOf, postedOf, standingOf, statementOf } from '../fixtures/journal-view.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { payEarly } from '../fixtures/pay-early.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { ledgerService } from '../ledger.service.js';
import type { ChargeMessage } from '../movements/charge-message.js';

describe('when a charge is disputed, the ledger', () => {
  const clock = testClock('2026-11-20T15:00:01.000Z');
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let merchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
  });

  beforeEach(async () => {
    clock.set('2026-11-20T15:00:01.000Z');
    merchantId = await ledger.openMerchant();
  });

  afterAll(async () => {
    await ledger.stop();
    await database.close();
  });

  const take = async (...messages: readonly ChargeMessage[]): Promise<void> =>
    expect(await ledger.movements.take(messages)).toEqual(messages.map(() => ({})));

  /** The worked example with its first receivable settled, its second anticipated and its third pending. */
  const chargeInEveryState = async (): Promise<ChargeMessage> => {
    const charge = capturedChargeMessage({ merchantId });
    await take(charge);
    const [, second] = await ledger.receivablesOf(charge.key);
    await payEarly(ledger, [second!.id]);
    clock.set('2026-12-21T12:00:00.000Z');
    await ledger.settlement.execute();
    expect(await balances()).toEqual([3217n, 3218n + 3216n, 0n]);
    return charge;
  };
  const lines = ({ id }: ChargeMessage) => linesOf(ledger.database, id);
  const statement = ({ id }: ChargeMessage) => statementOf(ledger.database, id);
  const standing = ({ key }: ChargeMessage) => standingOf(ledger.database, key, merchantId);
  const posted = ({ key }: ChargeMessage) => postedOf(ledger.database, key);
  const balances = () => balancesOf(ledger.database, merchantId);

  it('holds back what is left of every receivable', async () => {
    const charge = await chargeInEveryState();
    const chargeback = chargebackMessage(charge);

    await take(chargeback);

    expect(await lines(chargeback)).toEqual([
      ['available', merchantId, -3218n, 1],
      ['blocked', merchantId, 3218n, 1],
      ['available', merchantId, -3217n, 2],
      ['blocked', merchantId, 3217n, 2],
      ['pending', merchantId, -3217n, 3],
      ['blocked', merchantId, 3217n, 3],
    ]);
    expect(await standing(charge)).toEqual([
      ['settled', 3335n, 117n, 3218n],
      ['suspended', 3333n, 116n, 3217n],
      ['suspended', 3333n, 116n, 3217n],
    ]);
    // The anticipation's interest was a centavo.
    expect(await balances()).toEqual([0n, -1n, 9652n]);
    const line = { reference_type: 'chargeback', reference_id: charge.key };
    expect(await statement(chargeback)).toEqual([
      { ...line, amount: -3218n, description: 'Chargeback of installment 1' },
      { ...line, amount: -3217n, description: 'Chargeback of installment 2' },
    ]);
    await expectTold(charge, [
      ['receivable.suspended', 2],
      ['receivable.suspended', 3],
    ]);
  });

  it('gives everything back to where it came from when the dispute is won', async () => {
    const charge = await chargeInEveryState();
    const before = await standing(charge);
    const chargeback = chargebackMessage(charge);
    const won = disputeWonMessage(chargeback);

    await take(chargeback, won);

    expect(await lines(won)).toEqual([
      ['blocked', merchantId, -3218n, 1],
      ['available', merchantId, 3218n, 1],
      ['blocked', merchantId, -3217n, 2],
      ['available', merchantId, 3217n, 2],
      ['blocked', merchantId, -3217n, 3],
      ['pending', merchantId, 3217n, 3],
    ]);
    expect(await standing(charge)).toEqual(before);
    expect(await balances()).toEqual([3217n, 6434n, 0n]);
    const line = { reference_type: 'chargeback_reversal', reference_id: charge.key };
    expect(await statement(won)).toEqual([
      { ...line, amount: 3218n, description: 'Dispute won for installment 1' },
      { ...line, amount: 3217n, description: 'Dispute won for installment 2' },
    ]);
    await expectTold(charge, [
      ['receivable.suspended', 2],
      ['receivable.suspended', 3],
      ['receivable.anticipated', 2],
      ['receivable.pending', 3],
    ]);
  });

  it('writes everything off when the dispute is lost, and gives the fee back', async () => {
    const charge = await chargeInEveryState();
    const chargeback = chargebackMessage(charge);
    const lost = disputeLostMessage(chargeback);

    await take(chargeback, lost);

    expect(await lines(lost)).toEqual([
      ['blocked', merchantId, -3218n, 1],
      ['fees', null, -117n, 1],
      ['bank', null, 3335n, 1],
      ['blocked', merchantId, -3217n, 2],
      ['fees', null, -116n, 2],
      ['acquirer', null, 3333n, 2],
      ['blocked', merchantId, -3217n, 3],
      ['fees', null, -116n, 3],
      ['acquirer', null, 3333n, 3],
    ]);
    expect(await standing(charge)).toEqual([
      ['settled', 0n, 0n, 0n],
      ['canceled', 0n, 0n, 0n],
      ['canceled', 0n, 0n, 0n],
    ]);
    expect(await balances()).toEqual([0n, -1n, 0n]);
    expect(await statement(lost)).toEqual([]);
    await expectTold(charge, [
      ['receivable.suspended', 2],
      ['receivable.suspended', 3],
      ['receivable.canceled', 2],
      ['receivable.canceled', 3],
    ]);
  });

  it('holds and writes off only what a refund has left', async () => {
    const charge = await chargeInEveryState();
    const refund = refundMessage(charge, '5000');
    const chargeback = chargebackMessage(refund);
    const lost = disputeLostMessage(chargeback);

    await take(refund, chargeback);
    expect(await standing(charge)).toEqual([
      ['settled', 3335n, 117n, 3218n],
      ['suspended', 1666n, 58n, 1608n],
      ['canceled', 0n, 0n, 0n],
    ]);

    await take(lost);
    expect(await lines(lost)).toEqual([
      ['blocked', merchantId, -3218n, 1],
      ['fees', null, -117n, 1],
      ['bank', null, 3335n, 1],
      ['blocked', merchantId, -1608n, 2],
      ['fees', null, -58n, 2],
      ['acquirer', null, 1666n, 2],
    ]);
    expect(await balances()).toEqual([0n, -1n, 0n]);
  });

  it('takes refunds again after a dispute that was won, and may be disputed again', async () => {
    const charge = capturedChargeMessage({ merchantId });
    const first = chargebackMessage(charge);
    const won = disputeWonMessage(first);
    const refund = refundMessage(won, '4000');
    const second = chargebackMessage(refund);

    await take(charge);
    await take(first, won, refund, second);

    expect(await posted(charge)).toEqual(['capture', 'chargeback', 'chargeback_won', 'refund', 'chargeback']);
    expect(await balances()).toEqual([0n, 0n, 3218n + 2573n]);
  });

  it('does not settle what it holds, and settles it late when the dispute is won', async () => {
    const charge = capturedChargeMessage({ merchantId, installments: 1 });
    const chargeback = chargebackMessage(charge);
    await take(charge, chargeback);
    clock.set('2026-12-21T12:00:00.000Z');

    await ledger.settlement.execute();
    expect(await balances()).toEqual([0n, 0n, 9652n]);

    await take(disputeWonMessage(chargeback));
    await ledger.settlement.execute();
    expect(await balances()).toEqual([0n, 9652n, 0n]);
  });

  it.each([
    ['won', 'pending', disputeWonMessage],
    ['lost', 'canceled', disputeLostMessage],
  ])('keeps books of a dispute about nothing but a fee that is %s', async (_, status, end) => {
    // All that a refund has left of the charge is a centavo, which is fee.
    const charge = capturedChargeMessage({ merchantId, amount: 10, installments: 1, feeBps: '9000' });
    const refund = refundMessage(charge, '9');
    const chargeback = chargebackMessage(refund);
    await take(charge, refund);
    expect(await standing(charge)).toEqual([['pending', 1n, 1n, 0n]]);

    await take(chargeback);
    await take(chargeback);
    expect(await standing(charge)).toEqual([['suspended', 1n, 1n, 0n]]);
    expect(await lines(chargeback)).toEqual([]);

    const ending = end(chargeback);
    await take(ending);
    await take(ending);
    await take(chargeback);
    expect((await standing(charge))[0]).toContain(status);
    await expectTold(charge, [
      ['receivable.suspended', 1],
      [`receivable.${status}`, 1],
    ]);
  });

  it('writes off the fee of a settled receivable of which nothing could be held', async () => {
    const charge = capturedChargeMessage({
      merchantId,
      paymentMethod: 'pix',
      amount: 10,
      installments: 1,
      feeBps: '9000',
    });
    const refund = refundMessage(charge, '9');
    const chargeback = chargebackMessage(refund);
    const lost = disputeLostMessage(chargeback);

    await take(charge, refund, chargeback, lost);

    expect(await lines(chargeback)).toEqual([]);
    expect(await lines(lost)).toEqual([
      ['fees', null, -1n, 1],
      ['bank', null, 1n, 1],
    ]);
    expect(await standing(charge)).toEqual([['settled', 0n, 0n, 0n]]);
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });

  /** Which events told of the charge's receivables since they were paid or anticipated, each with its installment. */
  async function expectTold(charge: ChargeMessage, expected: readonly (readonly [string, number])[]): Promise<void> {
    const since = 'receivable.suspended';
    await eventually(() => {
      const own = ledger.events.filter(({ key }) => key === charge.key);
      const told = own.slice(own.findIndex(({ type }) => type === since));
      const heard = told.map(({ type, payload }) => [
        type,
        (payload as { data: { installment: number } }).data.installment,
      ]);
      expect(heard).toEqual(expected);
    });
  }
});
