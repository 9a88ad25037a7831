import { toErrorAnswer, DomainError, type Charge, type EventPayload } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeCommand } from '../testing/charge-command.js';
import { cardOf } from '../testing/sandbox-fixture.js';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { aKey, dataOf } from '../testing/requests.js';
import { AcquirerTimeoutError } from '../acquirers/acquirer.port.js';
import { TASK_LEASE_MS, type DueWork } from './due-work.js';
import { findCharges } from './charges.sql.js';

let fixture: PaymentsFixture;
let payments: PaymentsInstance;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  payments = await fixture.instance();
});
afterAll(() => fixture.stop());

const chargeOf = (id: string) => fixture.chargeOf(id);
async function approvalsOf(reference: string): Promise<number> {
  const rows = await fixture.database.query(
    `SELECT FROM sandbox_authorizations WHERE reference = $1 AND outcome = 'approved'`,
    [reference],
  );
  return rows.length;
}

/** The charge is committed, and nobody calls the acquirer. */
async function abandonedCharge(token = 'tok_visa'): Promise<string> {
  const command = aChargeCommand({ payment_details: { token } });
  payments.queue.add = () => undefined;
  await payments.createCharge.execute(command, {});
  return command.charge_id;
}

/** What the owner of a charge is to do about it; by default it has just begun. */
const dueFor = async (id: string, due: Partial<DueWork> = {}): Promise<DueWork> => ({
  charge: await chargeOf(id),
  cause: {},
  leasedUntil: new Date(payments.clock.nowMs() + TASK_LEASE_MS),
  mayHaveRun: false,
  ...due,
});

const endLease = (id: string) => fixture.endLease(id);
const keyedRequest = (fingerprint: string) => aKey('k', fingerprint);

describe('a new charge', () => {
  it('is answered pending and then captured, with one event each in order', async () => {
    const command = aChargeCommand();
    const answer = await payments.createCharge.execute(command, { correlationId: 'request-1' });
    expect(answer).toMatchObject({ ok: true, status: 201 });
    expect(dataOf(answer)).toMatchObject({ id: command.charge_id, status: 'pending', captured_amount: 0 });
    await payments.settled();

    expect(await chargeOf(command.charge_id)).toMatchObject({
      status: 'captured',
      captured_amount: 10_000n,
      sequence: 2,
    });
    expect(fixture.kindsOf(command.charge_id)).toEqual(['charge.pending', 'charge.captured']);
    const captured = fixture.events.find(({ key, type }) => key === command.charge_id && type === 'charge.captured')!;
    expect(captured.headers).toMatchObject({
      correlationId: 'request-1',
      merchantId: command.merchant_id,
      feeBps: '299',
      feeFixed: '0',
    });
    const payload = JSON.parse(captured.value) as EventPayload<Charge>;
    expect(payload).toMatchObject({
      id: captured.id,
      event: 'charge.captured',
      sequence: 2,
      data: { status: 'captured' },
    });
  });

  it.each([
    ['tok_insufficient_funds', { status: 'failed', failure_code: 'insufficient_funds' }, 0],
    ['tok_acquirer_error_once', { status: 'captured' }, 1],
    ['tok_timeout_approved', { status: 'captured' }, 1],
    ['tok_timeout_declined', { status: 'failed', failure_code: 'acquirer_error' }, 0],
  ])('ends as %s says, authorized at most once', async (token, expected, approvals) => {
    const command = aChargeCommand({ payment_details: { token } });
    await payments.createCharge.execute(command, {});
    await payments.settled();
    expect(await chargeOf(command.charge_id)).toMatchObject(expected);
    expect(await approvalsOf(command.charge_id)).toBe(approvals);
  });

  it('is only authorized when it asks for that', async () => {
    const command = aChargeCommand({ payment_details: { token: 'tok_visa', capture: false } });
    await payments.createCharge.execute(command, {});
    await payments.settled();
    expect(await chargeOf(command.charge_id)).toMatchObject({
      status: 'authorized',
      authorized_amount: 10_000n,
      captured_amount: 0n,
    });
  });

  it.each([
    ['an unknown token', { payment_details: { token: 'tok_nobody' } }, 'invalid_token', 'payment_details.token'],
    [
      'a token that is a property of every object',
      { payment_details: { token: 'constructor' } },
      'invalid_token',
      'payment_details.token',
    ],
    ['a submerchant that does not exist', { submerchant_id: newId() }, 'submerchant_not_found', 'submerchant_id'],
  ])('is refused with %s', async (_, body, code, field) => {
    const refused = payments.createCharge.execute(aChargeCommand(body), {});
    await expect(refused).rejects.toMatchObject({ code, options: { details: [{ field }] } });
  });

  it('is refused when the fee eats it up', async () => {
    const command = { ...aChargeCommand({ amount: 100 }) };
    const fees = { ...command.fees, credit_card: [{ from: 1, to: 12, bps: 0, fixed: 100 }] };
    await expect(payments.createCharge.execute({ ...command, fees }, {})).rejects.toMatchObject({
      code: 'amount_below_fee',
    });
  });
});

describe('the same command again', () => {
  it('makes no second charge when the bus delivers it twice', async () => {
    const command = aChargeCommand();
    await payments.createCharge.execute(command, {});
    await payments.settled();
    const again = await fixture.instance();
    expect(dataOf(await again.createCharge.execute(command, {})).id).toBe(command.charge_id);
    await again.settled();
    expect(fixture.kindsOf(command.charge_id)).toEqual(['charge.pending', 'charge.captured']);
    expect(await approvalsOf(command.charge_id)).toBe(1);
  });

  it('answers as the first time under one idempotency key, however many ask at once', async () => {
    const merchantId = newId();
    const idempotency = { scope: 'POST /v1/charges', key: newId(), fingerprint: 'f' };
    const instances = [payments, await fixture.instance(), await fixture.instance()];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        instances[index % 3]!.createCharge.execute(aChargeCommand({}, { merchantId, idempotency }), {}),
      ),
    );
    expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await Promise.all(instances.map((instance) => instance.settled()));
    const rows = await fixture.database.query('SELECT FROM charges WHERE merchant_id = $1', [merchantId]);
    expect(rows).toHaveLength(1);
  });

  it('refuses another body under a used idempotency key', async () => {
    const merchantId = newId();
    await payments.createCharge.execute(aChargeCommand({}, { merchantId, idempotency: keyedRequest('a') }), {});
    const second = aChargeCommand({}, { merchantId, idempotency: keyedRequest('b') });
    expect(await payments.createCharge.execute(second, {})).toMatchObject(
      toErrorAnswer(new DomainError('idempotency_key_reused')),
    );
    expect(await chargeOf(second.charge_id)).toBeUndefined();
  });
});

describe('a refusal under an idempotency key', () => {
  const unknownToken = { payment_details: { token: 'tok_nobody' } };

  it('is kept like any other answer', async () => {
    const merchantId = newId();
    const refused = aChargeCommand(unknownToken, { merchantId, idempotency: keyedRequest('a') });
    const refusal = toErrorAnswer(DomainError.onField('invalid_token', 'payment_details.token'));
    expect(await payments.createCharge.execute(refused, {})).toEqual(refusal);
    expect(await payments.createCharge.execute(refused, {})).toEqual({ ...refusal, replayed: true });

    const corrected = aChargeCommand({}, { merchantId, idempotency: keyedRequest('b') });
    expect(await payments.createCharge.execute(corrected, {})).toMatchObject({ error: 'idempotency_key_reused' });
  });

  it('does not hide that the charge was made before the terms changed', async () => {
    const command = aChargeCommand({ amount: 100 }, { idempotency: keyedRequest('a') });
    const first = await payments.createCharge.execute(command, {});
    const dearer = { ...command.fees, credit_card: [{ from: 1, to: 12, bps: 0, fixed: 100 }] };
    const again = { ...command, charge_id: newId(), fees: dearer };
    expect(await payments.createCharge.execute(again, {})).toEqual({ ...first, replayed: true });
  });
});

describe('an acquirer that does not answer', () => {
  it('is not asked again on a lease that would end before its answer', async () => {
    const id = await abandonedCharge();
    let calls = 0;
    payments.acquirer.authorize = async () => {
      calls += 1;
      payments.clock.advance(TASK_LEASE_MS / 2 + 1);
      throw new AcquirerTimeoutError('no answer');
    };
    await expect(payments.authorizeCharge.execute(await dueFor(id))).rejects.toThrow('lease');
    expect(calls).toBe(1);
    expect(await chargeOf(id)).toMatchObject({ status: 'pending' });
  });
});

describe('a batch with one bad member', () => {
  it('writes the others', async () => {
    const good = [aChargeCommand(), aChargeCommand(), aChargeCommand()];
    // A fault that only the database sees.
    const bad = aChargeCommand({}, { merchantId: 'no-uuid' });
    const results = await Promise.allSettled(
      [good[0]!, bad, good[1]!, good[2]!].map((command) => payments.createCharge.execute(command, {})),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    await payments.settled();
    const written = await findCharges(
      fixture.database,
      good.map(({ charge_id }) => charge_id),
    );
    expect(written).toHaveLength(3);
  });
});

describe('a charge whose process died before the acquirer answered', () => {
  it('is left alone while its lease lasts and taken over by one instance afterwards', async () => {
    const others = [await fixture.instance(), await fixture.instance()];
    const id = await abandonedCharge();
    for (const other of others) expect(await other.recoverCharges.recover()).toBe(0);

    await endLease(id);
    const taken = await Promise.all(others.map((other) => other.recoverCharges.recover()));
    expect(taken.reduce((sum, count) => sum + count)).toBe(1);
    await Promise.all(others.map((other) => other.settled()));
    expect(await chargeOf(id)).toMatchObject({ status: 'captured' });
    expect(await approvalsOf(id)).toBe(1);
  });

  it('is left alone by an instance whose clock is ahead', async () => {
    const other = await fixture.instance();
    other.clock.advance(10 * TASK_LEASE_MS);
    const id = await abandonedCharge();
    expect(await other.recoverCharges.recover()).toBe(0);
    await endLease(id);
  });

  it('is not authorized again when the acquirer had already approved it', async () => {
    const id = await abandonedCharge();
    const charge = await chargeOf(id);
    await payments.acquirer.authorize({
      reference: id,
      amount: charge.amount,
      currency: 'BRL',
      installments: 1,
      capture: true,
      card: cardOf('tok_visa'),
      softDescriptor: null,
    });
    const other = await fixture.instance();
    await endLease(id);
    await other.recoverCharges.recover();
    await other.settled();
    expect(await chargeOf(id)).toMatchObject({ status: 'captured' });
    expect(await approvalsOf(id)).toBe(1);
  });
});

describe('two results for one charge', () => {
  it('move it once', async () => {
    const command = aChargeCommand();
    payments.queue.add = () => undefined;
    await payments.createCharge.execute(command, {});
    const due = await dueFor(command.charge_id);
    const other = await fixture.instance();
    await Promise.all([
      payments.authorizeCharge.execute(due),
      payments.authorizeCharge.execute({ ...due, mayHaveRun: true }),
      other.authorizeCharge.execute({ ...due, mayHaveRun: true }),
    ]);
    await Promise.all([payments.settled(), other.settled()]);
    expect(fixture.kindsOf(command.charge_id)).toEqual(['charge.pending', 'charge.captured']);
    expect((await chargeOf(command.charge_id)).sequence).toBe(2);
  });
});
