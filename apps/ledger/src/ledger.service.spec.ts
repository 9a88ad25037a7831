import type { Merchant, ReceivableRecord } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, InProcessBus } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { Metrics, newId } from '@centavo/runtime';
import { startService, type RunningApp } from '@centavo/service';
import { silentLogger, startTestDatabase, testClock, testSettings, type TestDatabase } from '@centavo/testing';
import { capturedChargeMessage } from './fixtures/captured-charge.js';
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
    const merchant: Partial<Merchant> = { id: newId(), wallet_id: newId() };
    const capture = capturedChargeMessage({ merchantId: merchant.id! });
    const captured = bus.publish([capture]);
    const event = { id: newId(), event: 'merchant.active', data: merchant };
    await bus.publish([
      {
        id: event.id,
        type: event.event,
        topic: 'onboarding.events',
        key: merchant.id!,
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

  const receivables = (chargeId: string) =>
    ledger.query<ReceivableRecord>('SELECT * FROM published_receivables WHERE charge_id = $1', [chargeId]);
});
