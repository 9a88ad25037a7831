import type { CaptureChargeDto, Charge, EventPayload, RefundChargeDto } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aCommand, about, aKey, dataOf, whenFree } from '../../testing/requests.js';
import { PaymentsFixture, type PaymentsInstance } from '../../testing/payments-fixture.js';
import type { ChargeState } from '../charge.domain.js';

let fixture: PaymentsFixture;
let payments: PaymentsInstance;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  payments = await fixture.instance();
});
afterAll(() => fixture.stop());

const authorizedCharge = () =>
  fixture.settledCharge(payments, { payment_details: { token: 'tok_visa', capture: false } });
const capturedCharge = () => fixture.settledCharge(payments);
const pixCharge = () => fixture.settledCharge(payments, { payment_method: 'pix', payment_details: {} });

const capture = (charge: ChargeState, body: CaptureChargeDto = {}, request = aCommand()) =>
  payments.captureCharge.execute({ ...about(charge), body }, request, {});
const cancel = (charge: ChargeState, request = aCommand()) =>
  payments.voidCharge.execute({ ...about(charge), body: null }, request, {});
const refund = (charge: ChargeState, body: RefundChargeDto = {}, request = aCommand(), on = payments, cause = {}) =>
  on.refundCharge.execute({ ...about(charge), refund_id: newId(), body }, request, cause);

describe('a capture', () => {
  it('takes all that is authorized, by default', async () => {
    const charge = await authorizedCharge();
    expect(dataOf(await capture(charge))).toMatchObject({ status: 'captured', captured_amount: 10_000 });
    expect(await fixture.chargeOf(charge.id)).toMatchObject({
      status: 'captured',
      captured_amount: 10_000n,
      sequence: 3,
    });
    await payments.settled();
    expect(fixture.kindsOf(charge.id)).toEqual(['charge.pending', 'charge.authorized', 'charge.captured']);
  });

  it('takes a part and releases the rest, once', async () => {
    const charge = await authorizedCharge();
    expect(dataOf(await capture(charge, { amount: 4_000 }))).toMatchObject({
      captured_amount: 4_000,
      authorized_amount: 10_000,
    });
    expect(await capture(charge, { amount: 1_000 })).toMatchObject({ error: 'charge_not_capturable' });
    expect(await fixture.operationsOf(charge.id, 'capture')).toBe(1);
  });

  it.each([
    ['more than is authorized', { amount: 10_001 }, 'capture_amount_exceeds_authorized'],
    ['less than the fee', { amount: 1 }, 'amount_below_fee'],
  ])('of %s is refused', async (_, body, code) => {
    const charge = await fixture.settledCharge(payments, {
      payment_details: { token: 'tok_visa', capture: false, installments: 1 },
    });
    await fixture.database.query(
      `UPDATE charge_documents SET terms = '{"token": "tok_visa", "capture": false, "fee": {"bps": 0, "fixed": 1}}' WHERE charge_id = $1`,
      [charge.id],
    );
    expect(await capture(charge, body)).toMatchObject({ error: code, details: [{ field: 'amount' }] });
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'authorized' });
  });

  it("of another merchant's charge finds none", async () => {
    const charge = await authorizedCharge();
    expect(await capture({ ...charge, merchant_id: newId() })).toMatchObject({ error: 'charge_not_found' });
  });

  it('says in which state the charge is when it cannot be captured', async () => {
    const answer = await capture(await capturedCharge());
    expect(answer).toMatchObject({ error: 'charge_not_capturable', message: expect.stringContaining('captured') });
  });
});

describe('a void', () => {
  it('gives an authorization back', async () => {
    const charge = await authorizedCharge();
    expect(dataOf(await cancel(charge))).toMatchObject({ status: 'voided', captured_amount: 0 });
    expect(await fixture.operationsOf(charge.id, 'void')).toBe(1);
  });

  it('withdraws a Pix code that nobody has paid', async () => {
    const charge = await pixCharge();
    expect(dataOf(await cancel(charge))).toMatchObject({ status: 'voided' });
    expect((await fixture.chargeOf(charge.id)).voided_at).not.toBeNull();
  });

  it('of a captured charge is refused', async () => {
    expect(await cancel(await capturedCharge())).toMatchObject({ error: 'charge_not_voidable' });
  });

  it('of a card that is just being authorized is refused', async () => {
    payments.queue.add = () => undefined;
    expect(await cancel(await fixture.settledCharge(payments))).toMatchObject({ error: 'charge_not_voidable' });
  });

  it('that comes after the payment lets the payment count', async () => {
    const charge = await pixCharge();
    await payments.paidUnheard(charge);
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'pending' });

    expect(await cancel(charge)).toMatchObject({ error: 'charge_not_voidable' });
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'captured', captured_amount: 10_000n });
  });
});

describe('a refund', () => {
  it('gives back a part, and then the rest', async () => {
    const charge = await capturedCharge();
    expect(dataOf(await refund(charge, { amount: 3_000, reason: 'dented' }))).toMatchObject({
      status: 'partially_refunded',
      refunded_amount: 3_000,
    });
    expect(dataOf(await refund(charge))).toMatchObject({ status: 'refunded', refunded_amount: 10_000 });
    const rows = await fixture.database.query(
      'SELECT amount, reason FROM charge_refunds WHERE charge_id = $1 ORDER BY id',
      [charge.id],
    );
    expect(rows).toEqual([
      { amount: 3_000n, reason: 'dented' },
      { amount: 7_000n, reason: null },
    ]);
  });

  it('tells the ledger what it was, beside the charge', async () => {
    const charge = await capturedCharge();
    await refund(charge, { amount: 2_500 });
    await payments.settled();
    const event = fixture.events.find(({ key, type }) => key === charge.id && type === 'charge.partially_refunded')!;
    expect(event.headers).toMatchObject({ trigger: 'refund_part', refundAmount: '2500', refundId: expect.any(String) });
    expect(JSON.parse(event.value) as EventPayload<Charge>).toMatchObject({
      sequence: 3,
      data: { refunded_amount: 2_500 },
    });
  });

  it.each([
    ['of more than is left', { amount: 10_001 }, 'refund_amount_exceeds_captured'],
    ['of a part of what is only authorized', { amount: 1 }, 'charge_not_refundable'],
  ])('%s is refused', async (_, body, code) => {
    const charge = await (code === 'charge_not_refundable' ? authorizedCharge() : capturedCharge());
    expect(await refund(charge, body)).toMatchObject({ error: code });
  });

  it('of all that is only authorized voids it', async () => {
    const charge = await authorizedCharge();
    expect(dataOf(await refund(charge, { amount: 10_000 }))).toMatchObject({ status: 'voided', refunded_amount: 0 });
  });

  it('is never more than was captured, however many come at once', async () => {
    const charge = await capturedCharge();
    const instances = [payments, await fixture.instance(), await fixture.instance()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        whenFree(() => refund(charge, { amount: 900 }, aCommand(), instances[index % 3])),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(11);
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 9_900n });
    expect(await fixture.operationsOf(charge.id, 'refund')).toBe(11);
  });
});

describe('the same request again', () => {
  it('is answered as the first time, and nothing is done twice', async () => {
    const charge = await capturedCharge();
    const request = aKey();
    const first = await refund(charge, { amount: 1_000 }, request);
    expect(await refund(charge, { amount: 1_000 }, request)).toEqual({ ...first, replayed: true });
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ refunded_amount: 1_000n });
  });

  it('is refused with another body', async () => {
    const charge = await capturedCharge();
    await refund(charge, { amount: 1_000 }, aKey('k', 'a'));
    expect(await refund(charge, { amount: 2_000 }, aKey('k', 'b'))).toMatchObject({ error: 'idempotency_key_reused' });
  });

  it('keeps a refusal too', async () => {
    const charge = await capturedCharge();
    const request = aKey();
    const first = await capture(charge, {}, request);
    expect(await capture(charge, {}, request)).toEqual({ ...first, replayed: true });
  });
});
