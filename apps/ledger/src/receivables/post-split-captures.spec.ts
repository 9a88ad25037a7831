import { BUS_TABLES_MIGRATION, RetriableError } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { split } from '../fixtures/captured-charge.js';
import { altered, capturedChargeMessage } from '../fixtures/charge-messages.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { ledgerService } from '../ledger.service.js';

describe('when a charge with splits is captured, the ledger', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let merchantId: string;
  let submerchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock('2026-11-20T15:00:01.000Z');
    ledger = await LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
  });

  beforeEach(async () => {
    merchantId = await ledger.openMerchant();
    submerchantId = await ledger.openSubmerchant(merchantId);
  });

  afterAll(async () => {
    await ledger.stop();
    await database.close();
  });

  /** What a recipient got, as gross and fee per installment, and for which submerchant. */
  const receivedBy = async (chargeId: string, recipientId: string) => {
    const own = (await ledger.receivablesOf(chargeId)).filter(({ recipient_id }) => recipient_id === recipientId);
    return own.map(({ gross_amount, fee_amount, submerchant_id }) => [gross_amount, fee_amount, submerchant_id]);
  };

  it('pays every recipient its part of every installment, as in the worked example', async () => {
    const message = capturedChargeMessage({ merchantId, splits: [split(submerchantId, 'percentage', 30)] });

    expect(await ledger.captures.post([message])).toEqual([{}]);

    expect(await receivedBy(message.key, submerchantId)).toEqual([
      [1000n, 0n, submerchantId],
      [1000n, 0n, submerchantId],
      [1000n, 0n, submerchantId],
    ]);
    expect(await receivedBy(message.key, merchantId)).toEqual([
      [2335n, 117n, null],
      [2333n, 116n, null],
      [2333n, 116n, null],
    ]);
    expect([await ledger.pendingOf(submerchantId), await ledger.pendingOf(merchantId)]).toEqual([3000n, 6652n]);
  });

  it('divides a partial capture in proportion to the parts of the whole', async () => {
    const splits = [split(submerchantId, 'flat', 3_000)];
    const message = capturedChargeMessage({ merchantId, splits, capturedAmount: 5_000, installments: 1 });

    await ledger.captures.post([message]);

    expect(await receivedBy(message.key, submerchantId)).toEqual([[1500n, 0n, submerchantId]]);
    expect(await receivedBy(message.key, merchantId)).toEqual([[3500n, 175n, null]]);
  });

  it('gives what remains to the submerchant whose charge it is, and the merchant its line', async () => {
    const splits = [split(merchantId, 'percentage', 12.5, { charge_processing_fee: true })];
    const message = capturedChargeMessage({ merchantId, submerchantId, splits, installments: 1 });

    await ledger.captures.post([message]);

    expect(await receivedBy(message.key, merchantId)).toEqual([[1250n, 349n, null]]);
    expect(await receivedBy(message.key, submerchantId)).toEqual([[8751n, 0n, submerchantId]]);
  });

  it('waits as a whole for the wallet of every recipient', async () => {
    const message = capturedChargeMessage({ merchantId, splits: [split(newId(), 'percentage', 30)] });

    const [outcome] = await ledger.captures.post([message]);

    expect(errorOf(outcome)).toBeInstanceOf(RetriableError);
    expect(await ledger.receivablesOf(message.key)).toEqual([]);
    expect(await ledger.pendingOf(merchantId)).toBe(0n);
  });

  it('opens the wallets of its submerchants itself when the capture is the first that is heard of them', async () => {
    const [owner, recipient] = [newId(), newId()];
    const wallets = { [owner]: newId(), [recipient]: newId() };
    const splits = [split(recipient, 'percentage', 30)];
    const message = altered(capturedChargeMessage({ merchantId, submerchantId: owner, splits }), {
      headers: { submerchantWallets: JSON.stringify(wallets) },
    });

    expect(errorOf((await ledger.captures.post([message]))[0])).toBeInstanceOf(RetriableError);
    expect(await ledger.captures.post([message])).toEqual([{}]);

    expect([await ledger.pendingOf(recipient), await ledger.pendingOf(owner)]).toEqual([3000n, 6652n]);
    const opened = await ledger.database.query('SELECT id, owner_type FROM wallets WHERE merchant_id = $1', [
      merchantId,
    ]);
    expect(opened).toEqual(
      expect.arrayContaining(Object.values(wallets).map((id) => ({ id, owner_type: 'submerchant' }))),
    );
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });
});
