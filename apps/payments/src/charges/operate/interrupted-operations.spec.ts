import { DomainError, toErrorAnswer, type RefundChargeDto } from '@centavo/contracts';
import { RetriableError } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { PaymentsFixture, type PaymentsInstance } from '../../testing/payments-fixture.js';
import { aCommand, about, aKey, dataOf } from '../../testing/requests.js';
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

const capturedCharge = () => fixture.settledCharge(payments);

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
