import { presentReceivable, type EventPayload, type Receivable, type ReceivableRecord } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, ReceivedMessage, RetriableError } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { eventually, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { capturedChargeMessage } from '../fixtures/captured-charge.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { verifyLedger } from '../journal/verify-ledger.js';
import { ledgerService } from '../ledger.service.js';

describe('when a charge is captured', () => {
  const now = '2026-11-20T15:00:01.000Z';
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let otherInstance: LedgerFixture;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const start = async () => LedgerFixture.start(await database.database('ledger'), testClock(now), silentLogger);
    ledger = await start();
    otherInstance = await start();
  });

  afterAll(async () => {
    await ledger.stop();
    await otherInstance.stop();
    await database.close();
  });

  const receivablesOf = (chargeId: string) =>
    ledger.database.query<ReceivableRecord>(
      `SELECT * FROM published_receivables WHERE charge_id = $1 ORDER BY installment`,
      [chargeId],
    );

  const pendingOf = async (ownerId: string) => {
    const [wallet] = await ledger.database.query<{ pending_amount: bigint }>(
      `SELECT pending_amount FROM published_wallets WHERE owner_id = $1`,
      [ownerId],
    );
    return wallet?.pending_amount;
  };

  it('writes a receivable per installment, to the centavo', async () => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId, amount: 10_001, installments: 3, feeBps: '349' });

    expect(await ledger.captures.post([message])).toEqual([{}]);

    const receivables = await receivablesOf(message.key);
    expect(
      receivables.map(({ gross_amount, fee_amount, net_amount, settlement_date }) => [
        gross_amount,
        fee_amount,
        net_amount,
        settlement_date.toISOString(),
      ]),
    ).toEqual([
      [3335n, 117n, 3218n, '2026-12-21T03:00:00.000Z'],
      [3333n, 116n, 3217n, '2027-01-19T03:00:00.000Z'],
      [3333n, 116n, 3217n, '2027-02-18T03:00:00.000Z'],
    ]);
    expect(receivables[0]).toEqual({
      id: expect.any(String),
      charge_id: message.key,
      merchant_id: merchantId,
      submerchant_id: null,
      recipient_id: merchantId,
      gross_amount: 3335n,
      net_amount: 3218n,
      fee_amount: 117n,
      status: 'pending',
      payment_method: 'credit_card',
      installment: 1,
      settlement_date: new Date('2026-12-21T03:00:00.000Z'),
      original_settlement_date: new Date('2026-12-21T03:00:00.000Z'),
      anticipation_id: null,
      settled_at: null,
      created_at: new Date(now),
    });
    expect(await pendingOf(merchantId)).toBe(9652n);
  });

  it('pays the submerchant of the charge', async () => {
    const merchantId = await ledger.openMerchant();
    const submerchantId = newId();
    await ledger.wallets.open({ id: newId(), merchantId, ownerId: submerchantId, ownerType: 'submerchant' });
    const message = capturedChargeMessage({ merchantId, submerchantId, installments: 1 });

    await ledger.captures.post([message]);

    expect(await receivablesOf(message.key)).toEqual([
      expect.objectContaining({ merchant_id: merchantId, submerchant_id: submerchantId, recipient_id: submerchantId }),
    ]);
    expect([await pendingOf(submerchantId), await pendingOf(merchantId)]).toEqual([9652n, 0n]);
  });

  it('books only what was captured of a larger authorization', async () => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId, amount: 10_001, capturedAmount: 5_000, installments: 1 });
    await ledger.captures.post([message]);
    expect(await receivablesOf(message.key)).toEqual([
      expect.objectContaining({ gross_amount: 5000n, fee_amount: 175n, net_amount: 4825n }),
    ]);
  });

  it('tells of every receivable, with the whole resource and under the key of the charge', async () => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId, installments: 2 });
    await ledger.captures.post([message]);

    const heard = await eventually(() => {
      const events = ledger.events.filter(({ key }) => key === message.key);
      expect(events).toHaveLength(2);
      return events as ReceivedMessage<EventPayload<Receivable>>[];
    });
    const receivables = await receivablesOf(message.key);
    expect(heard.map(({ payload }) => payload)).toEqual(
      receivables.map((receivable, index) => ({
        id: heard[index]!.id,
        event: 'receivable.pending',
        occurred_at: now,
        sequence: 1,
        api_version: expect.any(String),
        data: presentReceivable(receivable),
      })),
    );
    expect(heard[0]).toMatchObject({
      type: 'receivable.pending',
      topic: 'ledger.events',
      headers: { merchantId, resourceId: receivables[0]!.id, correlationId: message.headers.correlationId },
    });
  });

  it('does nothing the second time, in a later batch and within one', async () => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId });

    expect(await ledger.captures.post([message, message])).toEqual([{}, {}]);
    expect(await ledger.captures.post([message])).toEqual([{}]);

    expect(await receivablesOf(message.key)).toHaveLength(3);
    expect(await pendingOf(merchantId)).toBe(9652n);
  });

  it('counts once when two instances get it at the same time, whatever the order in their batches', async () => {
    const merchants = [await ledger.openMerchant(), await ledger.openMerchant(), await ledger.openMerchant()];
    const messages = Array.from({ length: 60 }, (_, index) =>
      capturedChargeMessage({ merchantId: merchants[index % 3]! }),
    );

    const outcomes = await Promise.all([
      ledger.captures.post(messages),
      otherInstance.captures.post(messages.toReversed()),
      otherInstance.captures.post(messages.slice(20, 40)),
    ]);

    expect(outcomes.flat().every((outcome) => errorOf(outcome) === undefined)).toBe(true);
    for (const merchantId of merchants) expect(await pendingOf(merchantId)).toBe(20n * 9652n);
  });

  it('is to be tried again when the wallet is not open yet, while its neighbours pass', async () => {
    const merchantId = await ledger.openMerchant();
    const lateMerchantId = newId();
    const early = capturedChargeMessage({ merchantId: lateMerchantId });
    const neighbour = capturedChargeMessage({ merchantId });

    const [retry, passed] = await ledger.captures.post([early, neighbour]);
    expect(errorOf(retry)).toBeInstanceOf(RetriableError);
    expect(passed).toEqual({});
    expect(await pendingOf(merchantId)).toBe(9652n);

    await ledger.wallets.open({
      id: newId(),
      merchantId: lateMerchantId,
      ownerId: lateMerchantId,
      ownerType: 'merchant',
    });
    expect(await ledger.captures.post([early])).toEqual([{}]);
    expect(await pendingOf(lateMerchantId)).toBe(9652n);
  });

  it.each([
    ['takes a fee as large as itself', { amount: 100, feeFixed: '100', feeBps: '0' }, 'does not cover the fee'],
    ['carries no agreed fee', { feeBps: '' }, 'does not carry the fee'],
    ['captures nothing', { capturedAmount: 0 }, 'captured nothing'],
  ])('falls out alone and for good when it %s', async (_, traits, reason) => {
    const merchantId = await ledger.openMerchant();
    const poison = capturedChargeMessage({ merchantId, ...traits });
    const [refused, passed] = await ledger.captures.post([poison, capturedChargeMessage({ merchantId })]);

    expect(String(errorOf(refused))).toContain(reason);
    expect(errorOf(refused)).not.toBeInstanceOf(RetriableError);
    expect(passed).toEqual({});
    expect(await receivablesOf(poison.key)).toEqual([]);
    expect(await pendingOf(merchantId)).toBe(9652n);
  });

  it('falls out alone when it is no JSON', async () => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId });
    const garbage = new ReceivedMessage<never>({ ...message, id: newId(), value: '{"id":' });
    const [refused, passed] = await ledger.captures.post([garbage, message]);
    expect(errorOf(refused)).toBeInstanceOf(SyntaxError);
    expect(passed).toEqual({});
  });

  it('shares few wallets among many batches without a deadlock or a gap', async () => {
    const merchants = [await ledger.openMerchant(), await ledger.openMerchant(), await ledger.openMerchant()];
    const messages = Array.from({ length: 200 }, (_, index) =>
      capturedChargeMessage({ merchantId: merchants[index % 3]!, installments: 1 }),
    );
    const batches = Array.from({ length: 20 }, (_, index) => messages.slice(index * 10, index * 10 + 10));

    await Promise.all(batches.map((batch, index) => (index % 2 ? ledger : otherInstance).captures.post(batch)));

    const pending = await Promise.all(merchants.map(pendingOf));
    expect(pending.reduce<bigint>((sum, amount) => sum + amount!, 0n)).toBe(200n * 9652n);
    const [{ deadlocks } = { deadlocks: -1n }] = await ledger.database.query<{ deadlocks: bigint }>(
      `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`,
    );
    expect(deadlocks).toBe(0n);
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });
});
