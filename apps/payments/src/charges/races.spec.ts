import type { IdempotencyRequest } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually, lockWaiters } from '@centavo/testing';
import { AcquirerTimeoutError, AcquirerUnavailableError } from '../acquirers/acquirer.port.js';
import { aChargeCommand } from '../testing/charge-command.js';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { about, aCommand, aKey } from '../testing/requests.js';
import type { ChargeState } from './charge.domain.js';
import { chargebackMove, refundMove } from './charge-transition.domain.js';
import { TASK_LEASE_MS } from './due-work.js';
import type { BegunOperation } from './operate/begin-operation.js';

/** Two processes at one charge: its owner, which is only slow, and another that takes over or is asked again. */
let fixture: PaymentsFixture;
let owner: PaymentsInstance;
let other: PaymentsInstance;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  owner = await fixture.instance();
  other = await fixture.instance();
});
afterAll(() => fixture.stop());

const refund = (charge: ChargeState, request: IdempotencyRequest, refund_id = newId(), on = owner) =>
  on.refundCharge.execute({ ...about(charge), refund_id, body: { amount: 4_000 } }, request, {});

/** The owner has committed to it, and not yet gone to the acquirer. */
const beginRefund = (charge: ChargeState, request: IdempotencyRequest, reference = newId()) =>
  owner.beginOperation.execute({
    chargeId: charge.id,
    asked: { merchantId: charge.merchant_id, request },
    cause: {},
    plan: () => ({ kind: 'refund', reference, amount: '4000', reason: null, request }),
  }) as Promise<BegunOperation>;

/** Lets them come to a charge one after the other, and go on in that order when all stand in line. */
async function inLineFor(charge: ChargeState, comers: readonly (() => Promise<unknown>)[]) {
  const results: Promise<unknown>[] = [];
  await fixture.database.transaction(async (transaction) => {
    await transaction.query('SELECT FROM charges WHERE id = $1 FOR UPDATE', [charge.id]);
    for (const comer of comers) {
      results.push(comer());
      await eventually(async () => (await lockWaiters(fixture.database)) === results.length);
    }
  });
  return Promise.allSettled(results);
}

/** Authorized charges whose window has passed. */
async function overdueAuthorizations(count: number): Promise<string[]> {
  const commands = Array.from({ length: count }, () =>
    aChargeCommand({ payment_details: { token: 'tok_visa', capture: false } }),
  );
  await Promise.all(commands.map((command) => owner.createCharge.execute(command, {})));
  await owner.settled();
  const ids = commands.map(({ charge_id }) => charge_id);
  await fixture.database.query(`UPDATE charge_timers SET due_at = now() WHERE charge_id = ANY ($1)`, [ids]);
  return ids;
}

const isTaskLeft = async (charge: Pick<ChargeState, 'id'>): Promise<boolean> =>
  (await fixture.database.query('SELECT FROM charge_tasks WHERE charge_id = $1', [charge.id])).length > 0;

describe('a refund that is asked for again in the moment in which it is written', () => {
  it.each([
    ['by a client that tries its key again', aKey, newId],
    ['by the bus, which delivers the command again', aCommand, () => undefined],
  ])('%s is done once', async (_, aRequest, anotherId) => {
    const charge = await fixture.settledCharge(owner);
    const request = aRequest();
    const begun = await beginRefund(charge, request);
    const [first, again] = await inLineFor(charge, [
      () => other.finishOperation.execute(begun),
      () => refund(charge, request, anotherId() ?? begun.operation.reference),
    ]);
    expect(first).toMatchObject({ status: 'fulfilled', value: { data: { refunded_amount: 4_000 } } });
    expect(again).toMatchObject({ status: 'fulfilled', value: { data: { refunded_amount: 4_000 }, replayed: true } });
    expect(await fixture.operationsOf(charge.id, 'refund')).toBe(1);
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ refunded_amount: 4_000n });
    expect(await isTaskLeft(charge)).toBe(false);
  });

  it('after its answer was forgotten is not done again', async () => {
    const charge = await fixture.settledCharge(owner);
    const refundId = newId();
    await refund(charge, aCommand(), refundId);
    await fixture.database.query('DELETE FROM idempotency_keys WHERE merchant_id = $1', [charge.merchant_id]);
    expect(await refund(charge, aCommand(), refundId)).toMatchObject({ ok: true, data: { refunded_amount: 4_000 } });
    expect(await fixture.operationsOf(charge.id, 'refund')).toBe(1);
  });
});

describe('a dispute that is told of in the moment in which a refund begins', () => {
  it('does not keep the refund from being written in the same transaction', async () => {
    const charge = await fixture.settledCharge(owner);
    const { due } = await beginRefund(charge, aKey());
    const now = owner.clock.now();
    const told = owner.writer.move({ move: chargebackMove(charge, now), cause: {} });
    const refunded = owner.writer.move({ move: refundMove(due.charge, 4_000n, now), cause: {} });
    expect(await Promise.all([told, refunded])).toEqual([false, true]);
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ refunded_amount: 4_000n, dispute: null });
  });
});

describe('an owner that was only slow', () => {
  it('cannot say that a refund was not done which its successor is doing', async () => {
    const charge = await fixture.settledCharge(owner);
    const begun = await beginRefund(charge, aKey());
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const operate = other.acquirer.operate.bind(other.acquirer);
    other.acquirer.operate = async (request) => {
      const result = await operate(request);
      await opened;
      return result;
    };
    await fixture.endLease(charge.id);
    const recovery = other.recoverCharges.recover();
    await eventually(async () => (await fixture.operationsOf(charge.id, 'refund')) === 1);

    owner.acquirer.operate = async () => {
      throw new AcquirerUnavailableError('no connection');
    };
    owner.acquirer.inquireOperation = async () => undefined;
    await expect(owner.finishOperation.execute(begun)).rejects.toMatchObject({ code: 'timeout' });
    expect(await isTaskLeft(charge)).toBe(true);
    open();
    await recovery;
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ refunded_amount: 4_000n });
  });

  it('answers as its successor did', async () => {
    const charge = await fixture.settledCharge(owner);
    const request = aKey();
    const begun = await beginRefund(charge, request);
    await fixture.endLease(charge.id);
    other.clock.advance(5_000);
    await other.recoverCharges.recover();
    const answer = await owner.finishOperation.execute({ ...begun, due: { ...begun.due, mayHaveRun: true } });
    expect(answer).toEqual(await refund(charge, request));
    expect(await fixture.operationsOf(charge.id, 'refund')).toBe(1);
  });

  it('cannot let a charge fail that its successor has authorized', async () => {
    owner.queue.add = () => undefined;
    const charge = await fixture.settledCharge(owner);
    await fixture.endLease(charge.id);
    await other.recoverCharges.recover();
    owner.acquirer.authorize = async () => {
      throw new AcquirerUnavailableError('no connection');
    };
    const leasedUntil = new Date(owner.clock.nowMs() + TASK_LEASE_MS);
    await owner.authorizeCharge.execute({ charge, cause: {}, leasedUntil, mayHaveRun: false });
    await other.settled();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'captured' });
    expect(fixture.kindsOf(charge.id)).toEqual(['charge.pending', 'charge.captured']);
  });
});

describe('an acquirer that does not answer an operation', () => {
  it('leaves it to whoever takes over, and the caller is told that it may be done', async () => {
    const charge = await fixture.settledCharge(owner);
    owner.acquirer.operate = async () => {
      owner.clock.advance(TASK_LEASE_MS / 2);
      throw new AcquirerTimeoutError('no answer');
    };
    await expect(refund(charge, aKey())).rejects.toMatchObject({ code: 'timeout' });
    await fixture.endLease(charge.id);
    await other.recoverCharges.recover();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ refunded_amount: 4_000n });
  });
});

describe('charges that cannot be brought to their end', () => {
  it('expire although the acquirer has nothing to give back any more', async () => {
    const [id] = await overdueAuthorizations(1);
    owner.acquirer.operate = async () => ({ outcome: 'refused', reason: 'it has expired' });
    await owner.recoverCharges.expire();
    expect(await fixture.chargeOf(id!)).toMatchObject({ status: 'expired' });
  });

  it('hold up no other', async () => {
    const ids = await overdueAuthorizations(51);
    const operate = owner.acquirer.operate.bind(owner.acquirer);
    owner.acquirer.operate = async (request) => {
      if (request.payment !== ids[50]) throw new AcquirerUnavailableError('not this one');
      return operate(request);
    };
    await owner.recoverCharges.expire();
    expect(await fixture.chargeOf(ids[50]!)).toMatchObject({ status: 'expired' });
  });
});
