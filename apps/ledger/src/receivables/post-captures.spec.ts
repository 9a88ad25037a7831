import { presentReceivable, type EventPayload, type PaymentMethod, type Receivable } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, RetriableError, type ReceivedMessage } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { eventually, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { split } from '../fixtures/captured-charge.js';
import { altered, capturedChargeMessage } from '../fixtures/charge-messages.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { verifyLedger } from '../verify/verify-ledger.js';
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

  it('writes a receivable per installment, to the centavo', async () => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId, amount: 10_001, installments: 3, feeBps: '349' });

    expect(await ledger.captures.post([message])).toEqual([{}]);

    const receivables = await ledger.receivablesOf(message.key);
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
    expect(await ledger.pendingOf(merchantId)).toBe(9652n);
  });

  it('pays the submerchant of the charge', async () => {
    const merchantId = await ledger.openMerchant();
    const submerchantId = await ledger.openSubmerchant(merchantId);
    const message = capturedChargeMessage({ merchantId, submerchantId, installments: 1 });

    await ledger.captures.post([message]);

    expect(await ledger.receivablesOf(message.key)).toEqual([
      expect.objectContaining({ merchant_id: merchantId, submerchant_id: submerchantId, recipient_id: submerchantId }),
    ]);
    expect([await ledger.pendingOf(submerchantId), await ledger.pendingOf(merchantId)]).toEqual([9652n, 0n]);
  });

  it.each<[PaymentMethod, string]>([
    ['debit_card', '2026-11-23'],
    ['boleto', '2026-11-23'],
    ['pix', '2026-11-20'],
  ])('by %s, it settles in one receivable on %s', async (paymentMethod, day) => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId, paymentMethod, installments: 1 });

    await ledger.captures.post([message]);

    expect(await ledger.receivablesOf(message.key)).toEqual([
      expect.objectContaining({
        payment_method: paymentMethod,
        installment: 1,
        gross_amount: 10_001n,
        settlement_date: new Date(`${day}T03:00:00.000Z`),
      }),
    ]);
  });

  it('books only what was captured of a larger authorization', async () => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId, amount: 10_001, capturedAmount: 5_000, installments: 1 });
    await ledger.captures.post([message]);
    expect(await ledger.receivablesOf(message.key)).toEqual([
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
    const receivables = await ledger.receivablesOf(message.key);
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

    expect(await ledger.receivablesOf(message.key)).toHaveLength(3);
    expect(await ledger.pendingOf(merchantId)).toBe(9652n);
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
    for (const merchantId of merchants) expect(await ledger.pendingOf(merchantId)).toBe(20n * 9652n);
  });

  it('is to be tried again when the wallet is not open yet, while its neighbours pass', async () => {
    const merchantId = await ledger.openMerchant();
    const lateMerchantId = newId();
    const early = capturedChargeMessage({ merchantId: lateMerchantId });
    const neighbour = capturedChargeMessage({ merchantId });

    const [retry, passed] = await ledger.captures.post([early, neighbour]);
    expect(errorOf(retry)).toBeInstanceOf(RetriableError);
    expect(passed).toEqual({});
    expect(await ledger.pendingOf(merchantId)).toBe(9652n);

    await ledger.wallets.open({
      id: newId(),
      merchantId: lateMerchantId,
      ownerId: lateMerchantId,
      ownerType: 'merchant',
    });
    expect(await ledger.captures.post([early])).toEqual([{}]);
    expect(await ledger.pendingOf(lateMerchantId)).toBe(9652n);
  });

  it.each([
    ['takes a fee as large as itself', { amount: 100, feeFixed: '100', feeBps: '0' }, 'does not cover the fee'],
    ['carries no agreed fee', { feeBps: '' }, 'does not carry the fee'],
    ['captures nothing', { capturedAmount: 0 }, 'captured nothing'],
    ['captures more than it is worth', { capturedAmount: 10_002 }, '10002 captured of 10001'],
    ['gives away more than it is worth', { splits: [split(newId(), 'flat', 10_002)] }, 'PartsExceedTotalError'],
  ])('falls out alone and for good when it %s', async (_, traits, reason) => {
    const merchantId = await ledger.openMerchant();
    const poison = capturedChargeMessage({ merchantId, ...traits });
    const [refused, passed] = await ledger.captures.post([poison, capturedChargeMessage({ merchantId })]);

    expect(String(errorOf(refused))).toContain(reason);
    expect(errorOf(refused)).not.toBeInstanceOf(RetriableError);
    expect(passed).toEqual({});
    expect(await ledger.receivablesOf(poison.key)).toEqual([]);
    expect(await ledger.pendingOf(merchantId)).toBe(9652n);
  });

  it('falls out alone when it is no JSON', async () => {
    const merchantId = await ledger.openMerchant();
    const message = capturedChargeMessage({ merchantId });
    const garbage = altered(message, { id: newId(), value: '{"id":' });
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

    const pending = await Promise.all(merchants.map((merchantId) => ledger.pendingOf(merchantId)));
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
