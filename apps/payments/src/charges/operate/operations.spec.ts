import {
  DomainError,
  toErrorAnswer,
  type CaptureChargeDto,
  type Charge,
  type EventPayload,
  type RefundChargeDto,
} from '@centavo/contracts';
import { RetriableError } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { aCommand, about, aKey, dataOf, whenFree } from '../../testing/requests.js';
import { PaymentsFixture, type PaymentsInstance } from '../../testing/payments-fixture.js';
import { insertTasks } from '../charge-tasks.sql.js';
import type { ChargeState } from '../charge.domain.js';
import type { BegunOperation } from './begin-operation.js';

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

/** Committed, and nobody carries it out. */
async function abandonedRefund(charge: ChargeState, request = aKey(), cause = {}): Promise<BegunOperation> {
  const begun = await payments.beginOperation.execute({
    chargeId: charge.id,
    asked: { merchantId: charge.merchant_id, request },
    cause,
    plan: () => ({ kind: 'refund', reference: newId(), amount: '4000', reason: null, request }),
  });
  return begun as BegunOperation;
}

async function recoverBy(other: PaymentsInstance, charge: ChargeState): Promise<void> {
  await fixture.endLease(charge.id);
  // Leases that other tests leave behind may have ended too.
  expect(await other.recoverCharges.recover()).toBeGreaterThanOrEqual(1);
  await other.settled();
}

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

describe('an operation whose process was stopped', () => {
  it('before it was begun is leased from when it wakes up', async () => {
    const charge = await capturedCharge();
    const operation = { kind: 'refund', reference: newId(), amount: '1', reason: null, request: null } as const;
    const task = { chargeId: charge.id, kind: 'refund', dueInMs: 60_000, cause: {}, operation } as const;
    const { overdueMs } = await fixture.database.transaction(async (transaction) => {
      await transaction.query('SELECT pg_sleep(0.2)');
      await insertTasks(transaction, [task]);
      const [row] = await transaction.query<{ overdueMs: number }>(
        `SELECT extract(epoch FROM now() + interval '60.2 s' - due_at)::float8 * 1000 AS "overdueMs"
         FROM charge_tasks WHERE charge_id = $1`,
        [charge.id],
      );
      return row!;
    });
    expect(overdueMs).toBeLessThanOrEqual(0);
  });

  it('with a refusal in hand keeps none while another carries the request out, and then has its answer', async () => {
    const charge = await capturedCharge();
    const request = aKey();
    const refusal = toErrorAnswer(new DomainError('charge_not_refundable'));
    const refuse = () => payments.writer.refuse(charge.merchant_id, request, refusal, charge.id);
    await abandonedRefund(charge, request);
    await expect(refuse()).rejects.toThrow(RetriableError);
    await recoverBy(await fixture.instance(), charge);
    expect(await refuse()).toMatchObject({ ok: true, replayed: true });
  });
});

describe('an operation whose process died', () => {
  it('is carried out by another, which answers whoever asks again', async () => {
    const charge = await capturedCharge();
    const request = aKey();
    await abandonedRefund(charge, request);
    await recoverBy(await fixture.instance(), charge);
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ refunded_amount: 4_000n });
    const again = await refund(charge, { amount: 4_000 }, request);
    expect(again).toMatchObject({ ok: true, replayed: true, data: { refunded_amount: 4_000 } });
    expect(await fixture.operationsOf(charge.id, 'refund')).toBe(1);
  });

  it('is not done twice when the acquirer had done it', async () => {
    const charge = await capturedCharge();
    const { operation } = await abandonedRefund(charge);
    const { reference } = operation;
    await payments.acquirer.operate({
      kind: 'refund',
      reference,
      payment: charge.id,
      externalId: null,
      amount: 4_000n,
    });
    await recoverBy(await fixture.instance(), charge);
    expect(await fixture.operationsOf(charge.id, 'refund')).toBe(1);
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 4_000n });
  });

  it('is not applied twice when its process was only slow', async () => {
    const charge = await capturedCharge();
    const begun = await abandonedRefund(charge);
    const other = await fixture.instance();
    await fixture.endLease(charge.id);
    // Either may find that the other is just carrying it out.
    await Promise.allSettled([payments.finishOperation.execute(begun), other.recoverCharges.recover()]);
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ refunded_amount: 4_000n });
    const rows = await fixture.database.query('SELECT FROM charge_refunds WHERE charge_id = $1', [charge.id]);
    expect(rows).toHaveLength(1);
  });

  it('lets the bus try again with the very command, delivered to another instance too: its client waits for the first', async () => {
    const charge = await capturedCharge();
    const [request, cause] = [aKey(), { correlationId: newId() }];
    await abandonedRefund(charge, request, cause);
    await expect(refund(charge, { amount: 4_000 }, request, payments, cause)).rejects.toThrow(RetriableError);
    const another = refund(charge, { amount: 4_000 }, request, payments, { correlationId: newId() });
    await expect(another).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  });

  it('holds back others, and tells the same request that it is under way', async () => {
    const charge = await capturedCharge();
    const request = aKey();
    await abandonedRefund(charge, request);
    await expect(refund(charge, { amount: 4_000 }, request)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    await expect(refund(charge)).rejects.toThrow('under way');
    await expect(
      payments.notifications.receive({ id: newId(), kind: 'chargeback', reference: charge.id }),
    ).rejects.toThrow('worked on');
    await recoverBy(await fixture.instance(), charge);
    expect(dataOf(await refund(charge))).toMatchObject({ status: 'refunded' });
  });
});
