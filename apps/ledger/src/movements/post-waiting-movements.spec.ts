import { BUS_TABLES_MIGRATION, RetriableError } from '@centavo/messaging';
import { silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import {
  capturedChargeMessage,
  chargebackMessage,
  disputeLostMessage,
  laterChargeMessage,
  refundMessage,
} from '../fixtures/charge-messages.js';
import { postedOf } from '../fixtures/journal-view.js';
import { keepAsBefore } from '../fixtures/keep-as-before.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { ledgerService } from '../ledger.service.js';
import type { ChargeMessage } from './charge-message.js';
import { PostWaitingMovements } from './post-waiting-movements.js';

describe('movements that an earlier version kept', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let otherInstance: LedgerFixture;
  let merchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock('2026-11-20T15:00:01.000Z');
    const start = async () => LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
    ledger = await start();
    otherInstance = await start();
    merchantId = await ledger.openMerchant();
  });

  afterEach(() => ledger.database.query(`DELETE FROM charge_movements`));

  afterAll(async () => {
    await ledger.stop();
    await otherInstance.stop();
    await database.close();
  });

  const captured = async (): Promise<ChargeMessage> => {
    const message = capturedChargeMessage({ merchantId });
    expect(await ledger.movements.take([message])).toEqual([{}]);
    return message;
  };
  const posted = ({ key }: ChargeMessage) => postedOf(ledger.database, key);
  const waiting = async (): Promise<string[]> => {
    const rows = await ledger.database.query<{ event_id: string }>(`SELECT event_id FROM charge_movements`);
    return rows.map(({ event_id }) => event_id);
  };

  it('are posted in the order of their charge, and then forgotten', async () => {
    const charge = await captured();
    const refund = refundMessage(charge, '4000');
    const chargeback = chargebackMessage(refund);
    const won = laterChargeMessage(chargeback, 'charge.partially_refunded', { trigger: 'win_dispute_after_refund' });
    const secondRefund = refundMessage(won, '1000');
    const lastChargeback = chargebackMessage(secondRefund);
    const story = [refund, chargeback, won, secondRefund, lastChargeback, disputeLostMessage(lastChargeback)];
    await keepAsBefore(ledger.database, story.toReversed());

    await postWaiting(ledger);

    expect(await posted(charge)).toEqual([
      'capture',
      'refund',
      'chargeback',
      'chargeback_won',
      'refund',
      'chargeback',
      'chargeback_lost',
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('are posted once by several instances, for more charges than fit into a batch', async () => {
    const charges = Array.from({ length: 450 }, () => capturedChargeMessage({ merchantId, installments: 1 }));
    await ledger.movements.take(charges);
    const refunds = charges.map((charge) => refundMessage(charge, '1'));
    await keepAsBefore(ledger.database, refunds);

    await Promise.all([postWaiting(ledger), postWaiting(otherInstance), ledger.movements.take(refunds.slice(0, 10))]);

    expect(await waiting()).toEqual([]);
    const [counted] = await ledger.database.query(
      `SELECT count(*)::int AS refunds, count(DISTINCT reference_id)::int AS charges FROM transactions
       WHERE kind = 'refund' AND reference_id = ANY ($1::uuid[])`,
      [charges.map(({ key }) => key)],
    );
    expect(counted).toEqual({ refunds: 450, charges: 450 });
  });

  it('go before what is told of their charge from now on', async () => {
    const charge = await captured();
    const chargeback = chargebackMessage(charge);
    await keepAsBefore(ledger.database, [chargeback]);

    expect(await ledger.movements.take([disputeLostMessage(chargeback)])).toEqual([{}]);

    expect(await posted(charge)).toEqual(['capture', 'chargeback', 'chargeback_lost']);
    expect(await waiting()).toEqual([]);
  });

  it('are only forgotten when they are delivered again and posted already', async () => {
    const charge = await captured();
    const refund = refundMessage(charge, '4000');
    await ledger.movements.take([refund]);
    await keepAsBefore(ledger.database, [refund]);

    await postWaiting(ledger);

    expect(await posted(charge)).toEqual(['capture', 'refund']);
    expect(await waiting()).toEqual([]);
  });

  it('wait on, when they do not fit, with all that comes later for their charge, and hold up nobody else', async () => {
    const [charge, neighbour] = [await captured(), await captured()];
    const tooMuch = refundMessage(charge, '10002');
    const chargeback = chargebackMessage(tooMuch);
    const fine = refundMessage(neighbour, '4000');
    await keepAsBefore(ledger.database, [tooMuch, chargeback, fine]);

    await postWaiting(ledger);
    const [later] = await ledger.movements.take([disputeLostMessage(chargeback)]);

    expect(errorOf(later)).toBeInstanceOf(RetriableError);
    expect(await posted(charge)).toEqual(['capture']);
    expect((await waiting()).toSorted()).toEqual([tooMuch.id, chargeback.id].toSorted());
    expect(await posted(neighbour)).toEqual(['capture', 'refund']);
  });

  it('wait for their capture', async () => {
    const charge = capturedChargeMessage({ merchantId });
    const refund = refundMessage(charge, '4000');
    await keepAsBefore(ledger.database, [refund]);
    await postWaiting(ledger);
    expect(await waiting()).toEqual([refund.id]);

    await ledger.movements.take([charge]);
    await postWaiting(ledger);

    expect(await posted(charge)).toEqual(['capture', 'refund']);
  });

  it('leave a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });
});

const postWaiting = ({ database, followUps }: LedgerFixture): Promise<void> =>
  new PostWaitingMovements(database, followUps, silentLogger).post();
