import type { ReceivableRecord } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, InProcessBus } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { Metrics, newId } from '@centavo/runtime';
import { startService, type RunningApp } from '@centavo/service';
import {
  eventually,
  silentLogger,
  startTestDatabase,
  testClock,
  testSettings,
  type TestDatabase,
} from '@centavo/testing';
import { altered, capturedChargeMessage, laterChargeMessage, refundMessage } from './fixtures/charge-messages.js';
import { postedOf } from './fixtures/journal-view.js';
import { keepAsBefore } from './fixtures/keep-as-before.js';
import { merchantEvent } from './fixtures/merchant-event.js';
import { ledgerService } from './ledger.service.js';

describe('the ledger on the bus', () => {
  let database: TestDatabase;
  let ledger: PostgresDatabase;
  let service: RunningApp;
  const bus = new InProcessBus({ logger: silentLogger });

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await database.database('ledger');
    service = await start();
  });

  afterAll(async () => {
    await service.stop();
    await bus.close();
    await database.close();
  });

  const start = (): Promise<RunningApp> =>
    startService(ledgerService, {
      settings: testSettings(),
      bus,
      database: ledger,
      logger: silentLogger,
      clock: testClock('2026-11-20T15:00:01Z'),
      metrics: new Metrics(),
    });

  const openWallet = (ownerId: string) => {
    const command = { wallet_id: newId(), merchant_id: ownerId, owner_id: ownerId, owner_type: 'merchant' };
    return bus.request(
      {
        id: newId(),
        type: 'wallets.open',
        topic: 'ledger.commands',
        key: ownerId,
        value: JSON.stringify(command),
        headers: {},
      },
      60_000,
    );
  };

  it('opens a wallet on command', async () => {
    const ownerId = newId();
    expect(await openWallet(ownerId)).toMatchObject({ ok: true, data: { owner_id: ownerId, pending_amount: 0 } });
  });

  it('turns a captured charge into receivables', async () => {
    const merchantId = newId();
    await openWallet(merchantId);
    const message = capturedChargeMessage({ merchantId });
    await bus.publish([message]);
    expect(await receivables(message.key)).toHaveLength(3);
  });

  it('waits with a capture that comes before the news of its merchant', async () => {
    const event = merchantEvent();
    const merchant = event.data;
    const capture = capturedChargeMessage({ merchantId: merchant.id });
    const captured = bus.publish([capture]);
    await bus.publish([
      {
        id: event.id,
        type: event.event,
        topic: 'onboarding.events',
        key: merchant.id,
        value: JSON.stringify(event),
        headers: {},
      },
    ]);
    await captured;
    expect(await receivables(capture.key)).toHaveLength(3);
    const wallets = await ledger.query('SELECT id, pending_amount FROM published_wallets WHERE owner_id = $1', [
      merchant.id,
    ]);
    expect(wallets).toEqual([{ id: merchant.wallet_id, pending_amount: 9652n }]);
  });

  it('hears of refunds, chargebacks and how these end', async () => {
    const merchantId = newId();
    await openWallet(merchantId);
    const [refunded, lost] = [capturedChargeMessage({ merchantId }), capturedChargeMessage({ merchantId })];
    const refund = refundMessage(refunded, '4000');
    const chargeback = laterChargeMessage(refund, 'charge.chargeback', { trigger: 'charge_back' });
    const won = laterChargeMessage(chargeback, 'charge.partially_refunded', { trigger: 'win_dispute_after_refund' });
    const rest = { trigger: 'refund', refundId: newId(), refundAmount: '6001' };
    const lastRefund = laterChargeMessage(won, 'charge.refunded', rest);
    const dispute = laterChargeMessage(lost, 'charge.chargeback', { trigger: 'charge_back' });
    const disputeLost = laterChargeMessage(dispute, 'charge.dispute_lost', { trigger: 'lose_dispute' });

    await bus.publish([refunded, lost, refund, dispute, chargeback, won, disputeLost, lastRefund]);

    expect(await posted(refunded.key)).toEqual(['capture', 'refund', 'chargeback', 'chargeback_won', 'refund']);
    expect(await posted(lost.key)).toEqual(['capture', 'chargeback', 'chargeback_lost']);
    const statuses = (await receivables(refunded.key)).map(({ status }) => status);
    expect(statuses).toEqual(['canceled', 'canceled', 'canceled']);
  });

  it('takes a refund after its capture, even when the capture has to wait', async () => {
    const merchantId = newId();
    const captured = capturedChargeMessage({ merchantId });

    const published = bus.publish([captured, refundMessage(captured, '4000')]);
    await openWallet(merchantId);
    await published;

    expect(await posted(captured.key)).toEqual(['capture', 'refund']);
  });

  it('dead-letters alone the refund that the database refuses, and the capture that does not say what it is', async () => {
    const merchantId = newId();
    await openWallet(merchantId);
    const untold = altered(capturedChargeMessage({ merchantId }), { headers: { trigger: undefined } });
    const charges = Array.from({ length: 5 }, () =>
      capturedChargeMessage({ merchantId, paymentMethod: 'pix', installments: 1 }),
    );
    const refunds = charges.map((charge) => refundMessage(charge, '1'));
    refunds[2] = altered(refunds[2]!, { headers: { refundId: 'of yesterday' } });

    await bus.publish([untold, ...charges, ...refunds]);

    const counts = await Promise.all(refunds.map(async ({ key }) => (await posted(key)).length));
    expect(counts).toEqual([2, 2, 1, 2, 2]);
    const letters = await ledger.query<{ message_id: string }>('SELECT message_id FROM dead_letters');
    expect(letters.map(({ message_id }) => message_id).toSorted()).toEqual([untold.id, refunds[2].id].toSorted());
  });

  it('posts when it starts what an earlier version kept', async () => {
    const merchantId = newId();
    await openWallet(merchantId);
    const captured = capturedChargeMessage({ merchantId });
    await bus.publish([captured]);
    await service.stop();
    await keepAsBefore(ledger, [refundMessage(captured, '4000')]);

    service = await start();

    await eventually(async () => expect(await posted(captured.key)).toEqual(['capture', 'refund']));
  });

  const posted = (chargeId: string) => postedOf(ledger, chargeId);

  const receivables = (chargeId: string) =>
    ledger.query<ReceivableRecord>('SELECT * FROM published_receivables WHERE charge_id = $1', [chargeId]);
});
