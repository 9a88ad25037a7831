import { newId } from '@centavo/runtime';
import type { Charge, EventPayload, PixPaymentDetails, BoletoPaymentDetails } from '@centavo/contracts';
import { AcquirerTimeoutError, AcquirerUnavailableError } from '../../acquirers/acquirer.port.js';
import { aChargeCommand } from '../../testing/charge-command.js';
import { PaymentsFixture, type PaymentsInstance } from '../../testing/payments-fixture.js';
import { about, aCommand, dataOf } from '../../testing/requests.js';
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

const aPix = (details: object = {}) => aChargeCommand({ payment_method: 'pix', payment_details: details });
const aBoleto = (details: object = {}) => aChargeCommand({ payment_method: 'boleto', payment_details: details });
const simulate = (charge: ChargeState, simulation: 'pay' | 'expire') =>
  payments.simulateCharge.execute({ ...about(charge), simulation, body: null }, aCommand(), {});

const splitOf = (recipient_id: string, amount: number) => ({ recipient_id, type: 'flat', amount }) as const;

describe('a Pix charge', () => {
  it('is answered pending with its code, and so is its first event', async () => {
    const command = aPix({ expires_in: 600 });
    const charge = dataOf(await payments.createCharge.execute(command, {}));
    expect(charge).toMatchObject({
      status: 'pending',
      acquirer_name: 'sandbox',
      expires_at: '2026-01-15T12:10:00.000Z',
      payment_details: {
        qr_code: expect.stringMatching(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/),
        qr_code_url: expect.stringMatching(`^http://localhost:\\d+/pix/${command.charge_id}/qr-code.png$`),
        txid: expect.stringMatching(/^[a-zA-Z0-9]{26,35}$/),
        end_to_end_id: null,
      },
    });
    await payments.settled();
    const [event] = fixture.events.filter(({ key }) => key === command.charge_id);
    expect((JSON.parse(event!.value) as EventPayload<Charge>).data).toEqual(charge);
  });

  it('is captured when it is paid, with the end-to-end id of the payment', async () => {
    const charge = await fixture.settledCharge(payments, { payment_method: 'pix', payment_details: {} });
    const paid = dataOf(await simulate(charge, 'pay'));
    expect(paid).toMatchObject({ status: 'captured', captured_amount: 10_000, authorized_amount: 10_000 });
    expect((paid.payment_details as PixPaymentDetails).end_to_end_id).toMatch(/^E\d{8}\d{12}[0-9A-Za-z]{11}$/);
    expect(await simulate(charge, 'pay')).toMatchObject({ error: 'sandbox_action_not_possible' });
    await payments.settled();
    const captured = fixture.events.find(({ key, type }) => key === charge.id && type === 'charge.captured')!;
    expect(captured.headers).toMatchObject({ trigger: 'pay', feeBps: '99' });
  });

  it('expires by itself when its hour has come, once however many instances look', async () => {
    const charge = await fixture.settledCharge(payments, { payment_method: 'pix', payment_details: {} });
    const others = [await fixture.instance(), await fixture.instance(), payments];
    await Promise.all(others.map((other) => other.recoverCharges.expire()));
    await Promise.all(others.map((other) => other.settled()));
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'expired' });
    expect(fixture.kindsOf(charge.id)).toEqual(['charge.pending', 'charge.expired']);
    expect(await payments.recoverCharges.expire()).toBe(0);
  });

  it('that was paid before its hour is captured, although nobody told us', async () => {
    const charge = await fixture.settledCharge(payments, { payment_method: 'pix', payment_details: {} });
    await payments.paidUnheard(charge);
    await payments.recoverCharges.expire();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'captured' });
  });

  it('fails when the acquirer cannot make a code, and is answered all the same', async () => {
    let calls = 0;
    payments.acquirer.createPix = async () => {
      calls += 1;
      throw new AcquirerUnavailableError('not now');
    };
    const command = aPix();
    const charge = dataOf(await payments.createCharge.execute(command, {}));
    expect(charge).toMatchObject({ status: 'pending', payment_details: { qr_code: null, txid: null } });
    expect(calls).toBe(3);
    await payments.settled();
    expect(await fixture.chargeOf(command.charge_id)).toMatchObject({
      status: 'failed',
      failure_code: 'acquirer_error',
    });
  });
});

describe('a boleto charge', () => {
  it('is due on the third business day after today and payable for three days more', async () => {
    // A Thursday: Friday, Monday, Tuesday.
    const charge = dataOf(await payments.createCharge.execute(aBoleto({ instructions: 'Obrigado' }), {}));
    const details = charge.payment_details as BoletoPaymentDetails;
    expect(details).toMatchObject({
      due_at: '2026-01-20',
      line: expect.stringMatching(/^\d{47}$/),
      barcode: expect.stringMatching(/^\d{44}$/),
      url: expect.stringMatching(`^http://localhost:\\d+/boletos/${charge.id}$`),
    });
    expect(charge.expires_at).toBe('2026-01-24T03:00:00.000Z');
  });

  it('is captured when it is paid', async () => {
    const charge = await fixture.settledCharge(payments, { payment_method: 'boleto', payment_details: {} });
    expect(dataOf(await simulate(charge, 'pay'))).toMatchObject({ status: 'captured', captured_amount: 10_000 });
  });

  it('can be made to expire', async () => {
    const charge = await fixture.settledCharge(payments, { payment_method: 'boleto', payment_details: {} });
    expect(dataOf(await simulate(charge, 'expire'))).toMatchObject({ status: 'expired' });
    expect(await simulate(charge, 'expire')).toMatchObject({ error: 'sandbox_action_not_possible' });
  });

  it('that was registered after its charge had to fail is withdrawn, once', async () => {
    const register = payments.acquirer.registerBoleto.bind(payments.acquirer);
    payments.acquirer.registerBoleto = async (request) => {
      await register(request);
      throw new AcquirerTimeoutError('no answer');
    };
    const command = aBoleto();
    await payments.createCharge.execute(command, {});
    await payments.settled();
    expect(await fixture.chargeOf(command.charge_id)).toMatchObject({ status: 'failed' });
    for (const instance of [payments, await fixture.instance()]) {
      await fixture.endLease(command.charge_id);
      await instance.recoverCharges.recover();
    }
    expect(await fixture.operationsOf(command.charge_id, 'void')).toBe(1);
    expect(await payments.acquirer.inquirePayment(command.charge_id)).toBeUndefined();
    expect(await fixture.chargeOf(command.charge_id)).toMatchObject({ status: 'failed' });
  });

  it('is refused when its date has passed', async () => {
    await expect(payments.createCharge.execute(aBoleto({ due_at: '2026-01-14' }), {})).rejects.toMatchObject({
      code: 'validation_error',
      options: { details: [{ field: 'payment_details.due_at' }] },
    });
  });
});

describe('a code that cannot hold the amount', () => {
  it.each([
    ['boleto', 10_000_000_000],
    ['pix', 1_000_000_000_000],
  ] as const)('is refused: %s', async (payment_method, amount) => {
    const command = aChargeCommand({ payment_method, payment_details: {}, amount });
    await expect(payments.createCharge.execute(command, {})).rejects.toMatchObject({
      code: 'validation_error',
      options: { details: [{ field: 'amount' }] },
    });
  });
});

describe('a debit card charge', () => {
  it('is captured at once, at its own fee', async () => {
    const charge = await fixture.settledCharge(payments, {
      payment_method: 'debit_card',
      payment_details: { token: 'tok_visa' },
    });
    expect(charge).toMatchObject({ status: 'captured', terms: { fee: { bps: 150, fixed: 0 } } });
  });
});

describe('splits', () => {
  const merchantId = newId();
  const refusalOf = (splits: readonly ReturnType<typeof splitOf>[]) =>
    payments.createCharge.execute(aChargeCommand({ splits: [...splits] }, { merchantId }), {}).then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each([
    ['somebody unknown', [splitOf(newId(), 1)], 'split_recipient_invalid', ['splits.0.recipient_id']],
    [
      'one recipient twice',
      [splitOf(merchantId, 1), splitOf(merchantId, 2)],
      'split_recipient_invalid',
      ['splits.1.recipient_id'],
    ],
    ['more than the total', [splitOf(merchantId, 10_001)], 'split_exceeds_amount', ['splits']],
  ])('naming %s are refused', async (_, splits, code, fields) => {
    expect(await refusalOf(splits)).toMatchObject({ code, options: { details: fields.map((field) => ({ field })) } });
  });

  it('are shown with what was left to default', async () => {
    const command = aChargeCommand({ splits: [splitOf(merchantId, 10)] }, { merchantId });
    const charge = dataOf(await payments.createCharge.execute(command, {}));
    expect(charge.splits).toEqual([
      { ...splitOf(merchantId, 10), liable: false, charge_processing_fee: false, charge_remainder: false },
    ]);
  });
});
