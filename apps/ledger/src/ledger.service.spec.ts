import type { ReceivableRecord } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, InProcessBus } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { Metrics, newId } from '@centavo/runtime';
import { startService, type RunningApp } from '@centavo/service';
import { silentLogger, startTestDatabase, testClock, testSettings, type TestDatabase } from '@centavo/testing';
import { altered, capturedChargeMessage, laterChargeMessage, refundMessage } from './fixtures/charge-messages.js';
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
    service = await startService(ledgerService, {
      settings: testSettings(),
      bus,
      database: ledger,
      logger: silentLogger,
      clock: testClock('2026-11-20T15:00:01Z'),
      metrics: new Metrics(),
    });
  });

  afterAll(async () => {
    await service.stop();
    await bus.close();
    await database.close();
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
      5_000,
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

    expect(await kindsOf(refunded.key)).toEqual(['refund', 'chargeback', 'chargeback_won', 'refund']);
    expect(await kindsOf(lost.key)).toEqual(['chargeback', 'chargeback_lost']);
    expect(await receivables(refunded.key)).toHaveLength(3);
  });

  it('takes a refund after its capture, even when the capture has to wait', async () => {
    const merchantId = newId();
    const captured = capturedChargeMessage({ merchantId });

    const published = bus.publish([captured, refundMessage(captured, '4000')]);
    await openWallet(merchantId);
    await published;

    expect(await movements(captured.key)).toEqual([{ kind: 'refund', is_after_capture: true }]);
  });

  it('dead-letters alone the refund that the database refuses, and the capture that does not say what it is', async () => {
    const merchantId = newId();
    await openWallet(merchantId);
    const untold = altered(capturedChargeMessage({ merchantId }), { headers: { trigger: undefined } });
    const refunds = Array.from({ length: 5 }, () => refundMessage(capturedChargeMessage({ merchantId }), '1'));
    refunds[2] = altered(refunds[2]!, { headers: { refundId: 'of yesterday' } });

    await bus.publish([untold, ...refunds]);

    const kept = await Promise.all(refunds.map(async ({ key }) => (await movements(key)).length));
    expect(kept).toEqual([1, 1, 0, 1, 1]);
    const letters = await ledger.query<{ message_id: string }>('SELECT message_id FROM dead_letters');
    expect(letters.map(({ message_id }) => message_id).toSorted()).toEqual([untold.id, refunds[2].id].toSorted());
  });

  /** What waits to be posted, and whether it was kept after the charge's capture had been posted. */
  const movements = (chargeId: string) =>
    ledger.query<{ kind: string; is_after_capture: boolean | null }>(
      `SELECT m.kind, m.recorded_at > t.posted_at AS is_after_capture
       FROM charge_movements m LEFT JOIN transactions t ON t.reference_id = m.charge_id
       WHERE m.charge_id = $1 ORDER BY m.sequence, m.kind`,
      [chargeId],
    );

  const kindsOf = async (chargeId: string) => (await movements(chargeId)).map(({ kind }) => kind);

  const receivables = (chargeId: string) =>
    ledger.query<ReceivableRecord>('SELECT * FROM published_receivables WHERE charge_id = $1', [chargeId]);
});
