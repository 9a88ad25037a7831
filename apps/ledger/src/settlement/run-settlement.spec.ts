import type { RunSettlementCommand } from '@centavo/contracts';
import { BUS_TABLES_MIGRATION, BusContext, Idempotency, ReceivedMessage } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testClock, testSettings, type TestDatabase } from '@centavo/testing';
import { capturedChargeMessage } from '../fixtures/charge-messages.js';
import { balancesOf } from '../fixtures/journal-view.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { payEarly } from '../fixtures/pay-early.js';
import { ledgerService } from '../ledger.service.js';
import { SteppedDatabase } from '../testing/stepped-database.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { RunSettlementHandler } from './run-settlement.handler.js';

const LIMITS = { batchSize: 5, lanes: 2, unheardRows: 8 };

describe('a settlement on request', () => {
  const clock = testClock('2026-11-20T15:00:01.000Z');
  let test: TestDatabase;
  let database: PostgresDatabase;
  let ledger: LedgerFixture;
  let merchantId: string;

  beforeAll(async () => {
    test = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    database = await test.database('ledger');
    ledger = await LedgerFixture.start(database, clock, silentLogger, LIMITS);
  });

  beforeEach(async () => {
    merchantId = await ledger.openMerchant();
  });

  afterAll(async () => {
    await ledger.stop();
    await test.close();
  });

  const handlerOn = ({ database: own, settle }: LedgerFixture, environment = 'sandbox') =>
    new RunSettlementHandler(own, new Idempotency(), settle, clock, testSettings({ ENVIRONMENT: environment }));

  /** A command, each time as it comes from the bus again. */
  function request(until: string, key: string | null = newId(), of = merchantId) {
    const scope = 'POST /sandbox/v1/settlements/run';
    const idempotency = key ? { scope, key, fingerprint: until } : null;
    const command: RunSettlementCommand = { merchant_id: of, idempotency, body: { until } };
    const message = new ReceivedMessage({
      id: newId(),
      type: 'settlements.run',
      topic: 'ledger.commands',
      key: of,
      value: JSON.stringify(command),
      headers: { correlationId: 'request-1' },
    });
    return (ledgerInstance = ledger) => handlerOn(ledgerInstance).handle(command, new BusContext([message]));
  }

  const capture = (count: number, of = merchantId) =>
    ledger.captures.post(Array.from({ length: count }, () => capturedChargeMessage({ merchantId: of })));
  const balances = (ownerId = merchantId) => balancesOf(database, ownerId);

  it('settles as if the day had come, and nothing that is due later', async () => {
    await capture(1);
    expect(await request('2026-12-20')()).toMatchObject({ ok: true, data: { settled: 0, amount: 0 } });
    expect(await request('2026-12-21')()).toMatchObject({ ok: true, data: { settled: 1, amount: 3218 } });
    expect(await balances()).toEqual([6434n, 3218n, 0n]);
    const settled = await database.query(
      `SELECT settled_at FROM receivables WHERE merchant_id = $1 AND status = 'settled'`,
      [merchantId],
    );
    expect(settled).toEqual([{ settled_at: clock.now() }]);
  });

  it('settles for the submerchants too, and for nobody else', async () => {
    const [seller, stranger] = [await ledger.openSubmerchant(merchantId), await ledger.openMerchant()];
    await ledger.captures.post([capturedChargeMessage({ merchantId, submerchantId: seller, installments: 1 })]);
    await capture(1, stranger);
    expect(await request('2099-12-31')()).toMatchObject({ data: { settled: 1, amount: 9652 } });
    expect(await balances(seller)).toEqual([0n, 9652n, 0n]);
    expect(await balances(stranger)).toEqual([9652n, 0n, 0n]);
  });

  it('counts what was paid early, and its amount as nothing', async () => {
    await capture(1);
    const [first] = await database.query<{ id: string }>(
      `SELECT id FROM receivables WHERE merchant_id = $1 AND installment = 1`,
      [merchantId],
    );
    await payEarly(ledger, [first!.id]);
    expect(await request('2099-12-31')()).toMatchObject({ data: { settled: 3, amount: 6434 } });
  });

  it('answers the same request the same again, and refuses another under its key', async () => {
    await capture(1);
    const [first, later] = [request('2026-12-21', 'my key'), request('2027-01-19', 'my key')];
    const answer = await first();
    expect(await first()).toEqual({ ...answer, replayed: true });
    expect(await later()).toMatchObject({ ok: false, error: 'idempotency_key_reused' });
    expect(await balances()).toEqual([6434n, 3218n, 0n]);
  });

  it('answers a command that the bus delivers again the same again, without a key', async () => {
    await capture(1);
    const command = request('2026-12-21', null);
    const answer = await command();
    expect(await command()).toEqual({ ...answer, replayed: true });
    expect(await request('2026-12-21', null)()).toMatchObject({ data: { settled: 0, amount: 0 } });
  });

  it('goes on with a run that broke off, and answers for all of it', async () => {
    await capture(8);
    const command = request('2099-12-31');
    await breakOff(command);
    const [, available] = (await balances())!;
    expect(available).toBeGreaterThan(0n);
    expect(available).toBeLessThan(8n * 9652n);

    expect(await command()).toMatchObject({ ok: true, data: { settled: 24, amount: 8 * 9652 } });
    expect(await balances()).toEqual([0n, 8n * 9652n, 0n]);
  });

  it('gives no answer before all is settled, whatever is wrong with one wallet', async () => {
    const seller = await ledger.openSubmerchant(merchantId);
    await ledger.captures.post([capturedChargeMessage({ merchantId, submerchantId: seller, installments: 1 })]);
    await capture(1);
    const admin = await test.adminDatabase('ledger');
    await admin.query(
      `ALTER TABLE receivables ADD CONSTRAINT broken CHECK (recipient_id <> '${seller}' OR status <> 'settled')`,
    );
    const command = request('2099-12-31');
    await expect(command()).rejects.toThrow('cannot be settled');
    expect([await balances(), await balances(seller)]).toEqual([
      [0n, 9652n, 0n],
      [9652n, 0n, 0n],
    ]);

    await admin.query('ALTER TABLE receivables DROP CONSTRAINT broken');
    expect(await command()).toMatchObject({ ok: true, data: { settled: 4, amount: 2 * 9652 } });
  });

  it('refuses another body under the key of a run that broke off', async () => {
    await capture(8);
    await breakOff(request('2099-12-31', 'a key'));
    await expect(request('2026-12-21', 'a key')()).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('waits for what another transaction has in hand', async () => {
    await capture(1);
    const command = request('2026-12-21');
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const other = database.transaction(async (transaction) => {
      await transaction.query('SELECT FROM receivables WHERE merchant_id = $1 FOR NO KEY UPDATE', [merchantId]);
      locked();
      await mayEnd;
    });
    await isLocked;
    const answer = command();
    end();
    await other;
    expect(await answer).toMatchObject({ data: { settled: 1, amount: 3218 } });
  });

  it('does not exist in production', async () => {
    const handler = handlerOn(ledger, 'production');
    const command: RunSettlementCommand = { merchant_id: merchantId, idempotency: null, body: { until: '2026-12-21' } };
    await expect(handler.handle(command, new BusContext([{} as ReceivedMessage]))).rejects.toMatchObject({
      code: 'route_not_found',
    });
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(database)).toMatchObject({ ok: true, violations: [] });
  });

  /** Has a command carried out by an instance that loses its database over it. */
  async function breakOff(command: ReturnType<typeof request>): Promise<void> {
    let steps = 0;
    let isBack = false;
    const failing = new SteppedDatabase(await test.database('ledger'), () => {
      steps += 1;
      if (steps >= 30 && !isBack) throw Object.assign(new Error('broken off'), { code: '08006' });
    });
    const instance = await LedgerFixture.start(failing, clock, silentLogger, LIMITS);
    await expect(command(instance)).rejects.toThrow('broken off');
    isBack = true;
    await instance.stop();
  }
});
