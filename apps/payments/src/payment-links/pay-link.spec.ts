import { DEFAULT_FEES, PAYMENT_METHODS, type PaymentMethod } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aPayLinkBody } from '@centavo/testing';
import { AcquirerUnavailableError } from '../acquirers/acquirer.port.js';
import { aSubmerchant } from '../testing/onboarding-desk.js';
import { PaymentLinkDesk } from '../testing/payment-link-desk.js';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { about, aCommand, aKey } from '../testing/requests.js';

let fixture: PaymentsFixture;
let payments: PaymentsInstance;
let desk: PaymentLinkDesk;

beforeAll(async () => {
  fixture = await PaymentsFixture.start();
});
beforeEach(async () => {
  payments = await fixture.instance();
  desk = new PaymentLinkDesk(fixture, payments);
});
afterAll(() => fixture.stop());

const byCard = (details: object) => aPayLinkBody('credit_card', { payment_details: { token: 'tok_visa', ...details } });
const ONE_USE = { counted: 1, charged: 1 };
const NO_USE = { counted: 0, charged: 0 };
const UNAVAILABLE = { ok: false, error: 'payment_link_unavailable' };

describe('Paying by a link', () => {
  it('makes the charge that the link describes, and takes a use', async () => {
    const link = await desk.open({ title: 'Camiseta azul', amount: 12_500, product_type: 'physical' });
    const charge = await desk.paid(link, byCard({ installments: 3 }));
    expect(charge).toMatchObject({
      merchant_id: desk.merchantId,
      payment_link_id: link.id,
      amount: 12_500,
      total_amount: 12_500,
      currency: 'BRL',
      status: 'pending',
      product_type: 'physical',
      installments: 3,
      items: [{ name: 'Camiseta azul', quantity: 1, unit_price: 12_500, tangible: true }],
      customer: { name: 'Maria Silva' },
    });
    expect(await desk.usesOf(link)).toEqual(ONE_USE);
    await payments.settled();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'captured', payment_link_id: link.id });
    expect(fixture.kindsOf(charge.id)).toEqual(['charge.pending', 'charge.captured']);
  });

  it.each(PAYMENT_METHODS)('goes by %s', async (method) => {
    const link = await desk.open({ product_type: 'digital' });
    const charge = await desk.paid(link, aPayLinkBody(method));
    expect(charge).toMatchObject({ payment_method: method, items: [{ tangible: false }] });
    await payments.settled();
    const isCard = method === 'credit_card' || method === 'debit_card';
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: isCard ? 'captured' : 'pending' });
  });

  it('captures at once, whatever the payer says', async () => {
    const charge = await desk.paid(await desk.open(), byCard({ capture: false }));
    await payments.settled();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'captured', terms: { capture: true } });
  });

  it('completes a link with its last use, and says so once', async () => {
    const link = await desk.open({ max_uses: 2 });
    await desk.paid(link);
    expect(await desk.linkOf(link)).toMatchObject({ status: 'active', sequence: 1 });
    await desk.paid(link);
    expect(await desk.linkOf(link)).toMatchObject({ status: 'completed', current_uses: 2, sequence: 2 });
    await payments.settled();
    expect(fixture.kindsOf(link.id)).toEqual(['payment_link.active', 'payment_link.completed']);
    const told = fixture.events.findLast(({ key }) => key === link.id)!;
    expect(JSON.parse(told.value)).toMatchObject({ sequence: 2, data: { id: link.id, current_uses: 2 } });
    expect(told.headers).toMatchObject({ merchantId: desk.merchantId, resourceId: link.id });
  });

  it('is for a submerchant where the link is', async () => {
    const seller = fixture.onboarding.register(aSubmerchant({ merchant_id: desk.merchantId }));
    const link = await desk.open({ submerchant_id: seller.id });
    expect(await desk.paid(link)).toMatchObject({ submerchant_id: seller.id });
  });
});

describe('A link cannot be paid', () => {
  it('that another merchant has, or nobody', async () => {
    const other = new PaymentLinkDesk(fixture, payments);
    const link = await other.open();
    for (const id of [link.id, newId()]) {
      expect(await desk.pay({ id })).toMatchObject({ ok: false, error: 'payment_link_not_found' });
    }
    expect(await other.usesOf(link)).toEqual(NO_USE);
  });

  it('that was deactivated, is completed or has expired, also before anybody has said so', async () => {
    const [inactive, completed] = [await desk.open(), await desk.open({ max_uses: 1 })];
    const expired = await desk.open({ expires_at: new Date(payments.clock.nowMs() + 60_000).toISOString() });
    await desk.deactivate(inactive);
    await desk.paid(completed);
    payments.clock.advance(60_000);
    for (const link of [inactive, completed, expired]) expect(await desk.pay(link)).toMatchObject(UNAVAILABLE);
    expect(await desk.linkOf(expired)).toMatchObject({ status: 'active', current_uses: 0 });
  });

  it('in a way that it does not allow: all is said at once, and no use taken', async () => {
    const link = await desk.open({ allowed_payment_methods: ['pix'], max_installments: 2 });
    await expect(desk.pay(link, byCard({ installments: 3 }))).rejects.toMatchObject({
      code: 'validation_error',
      options: {
        details: [
          { field: 'payment_method', code: 'invalid_value', message: 'payment_method must be one of pix' },
          { field: 'payment_details.installments', code: 'out_of_range' },
        ],
      },
    });
    expect(await desk.usesOf(link)).toEqual(NO_USE);
  });

  it('for a seller who may not be charged for any more', async () => {
    const seller = fixture.onboarding.register(aSubmerchant({ merchant_id: desk.merchantId }));
    const link = await desk.open({ submerchant_id: seller.id });
    const suspended = fixture.onboarding.register({ ...seller, status: 'suspended', sequence: 2 });
    await payments.submerchants.keep([suspended]);
    expect(await desk.pay(link)).toMatchObject(UNAVAILABLE);
    expect(await desk.usesOf(link)).toEqual(NO_USE);
  });

  it('by a method whose fee eats the amount up, or that cannot say it', async () => {
    const refusal = { options: { details: [{ field: 'payment_method', code: 'invalid_value' }] } };
    const small = await desk.open({ amount: DEFAULT_FEES.boleto.fixed });
    await expect(desk.pay(small, aPayLinkBody('boleto'))).rejects.toMatchObject(refusal);
    const large = await desk.open({ amount: 1_000_000_000_000 });
    await expect(desk.pay(large, aPayLinkBody('boleto'))).rejects.toMatchObject(refusal);
    expect(await desk.usesOf(small)).toEqual(NO_USE);
  });

  it('with a card that nobody knows', async () => {
    const link = await desk.open();
    expect(await desk.pay(link, byCard({ token: 'tok_unheard_of' }))).toMatchObject({ error: 'invalid_token' });
    expect(await desk.usesOf(link)).toEqual(NO_USE);
  });
});

describe('A payment that is asked for again', () => {
  it.each([
    ['by a payer who tries the key again', aKey],
    ['by the bus, which delivers the command again', aCommand],
  ])('%s is one charge and one use', async (_, aRequest) => {
    const link = await desk.open({ max_uses: 1 });
    const request = aRequest();
    const first = await desk.pay(link, byCard({}), { request });
    const again = await desk.pay(link, byCard({}), { request });
    expect(again).toEqual({ ...first, replayed: true });
    expect(await desk.usesOf(link)).toEqual(ONE_USE);
  });

  it('answers as the first time, with no second code, and also when the link is gone by then', async () => {
    const link = await desk.open();
    const request = aKey();
    const first = await desk.pay(link, aPayLinkBody('pix'), { request });
    payments.acquirer.createPix = async () => {
      throw new Error('a second code');
    };
    expect(await desk.pay(link, aPayLinkBody('pix'), { request })).toEqual({ ...first, replayed: true });
    await desk.deactivate(link);
    expect(await desk.pay(link, aPayLinkBody('pix'), { request })).toEqual({ ...first, replayed: true });
  });

  it('with another body is refused', async () => {
    const link = await desk.open();
    const request = aKey();
    await desk.pay(link, byCard({}), { request });
    const other = { ...request, fingerprint: 'other' };
    expect(await desk.pay(link, byCard({}), { request: other })).toMatchObject({ error: 'idempotency_key_reused' });
  });

  it('may be put right under its key when a field was wrong', async () => {
    const link = await desk.open({ max_installments: 1 });
    const request = aKey();
    await expect(desk.pay(link, byCard({ installments: 2 }), { request })).rejects.toMatchObject({ status: 422 });
    expect(await desk.pay(link, byCard({ installments: 1 }), { request })).toMatchObject({ ok: true });
  });
});

describe('A use is given back', () => {
  const reopened = ['payment_link.active', 'payment_link.completed', 'payment_link.active'];

  it('when the card is declined, and the link is open again', async () => {
    const link = await desk.open({ max_uses: 1 });
    const charge = await desk.paid(link, byCard({ token: 'tok_insufficient_funds' }));
    await payments.settled();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'failed' });
    expect(await desk.linkOf(link)).toMatchObject({ status: 'active', current_uses: 0, sequence: 3 });
    expect(fixture.kindsOf(link.id)).toEqual(reopened);
    expect(await desk.pay(link)).toMatchObject({ ok: true });
  });

  it('when no code can be made for a Pix', async () => {
    payments.acquirer.createPix = async () => {
      throw new AcquirerUnavailableError('no connection');
    };
    const link = await desk.open({ max_uses: 1 });
    const charge = await desk.paid(link, aPayLinkBody('pix'));
    await payments.settled();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'failed' });
    expect(await desk.linkOf(link)).toMatchObject({ status: 'active', current_uses: 0 });
  });

  const endings: readonly [string, (chargeId: string, method: PaymentMethod) => Promise<unknown>][] = [
    ['expires', (id) => payments.expireCharge.execute(id, null, {})],
    [
      'is voided',
      async (id) => payments.voidCharge.execute({ ...about(await fixture.chargeOf(id)), body: null }, aCommand(), {}),
    ],
  ];
  it.each(endings)('when a Pix %s', async (_, end) => {
    const link = await desk.open({ max_uses: 1 });
    const charge = await desk.paid(link, aPayLinkBody('pix'));
    await end(charge.id, 'pix');
    await payments.settled();
    expect(await desk.usesOf(link)).toEqual(NO_USE);
    expect(fixture.kindsOf(link.id)).toEqual(reopened);
  });

  it('to a link that was deactivated, or whose time has passed, without opening it', async () => {
    const inactive = await desk.open({ max_uses: 1 });
    const late = await desk.open({
      max_uses: 1,
      expires_at: new Date(payments.clock.nowMs() + 60_000).toISOString(),
    });
    const charges = [await desk.paid(inactive, aPayLinkBody('pix')), await desk.paid(late, aPayLinkBody('pix'))];
    await desk.deactivate(inactive);
    payments.clock.advance(60_000);
    for (const { id } of charges) await payments.expireCharge.execute(id, null, {});
    expect(await desk.linkOf(inactive)).toMatchObject({ status: 'inactive', current_uses: 0 });
    expect(await desk.linkOf(late)).toMatchObject({ status: 'expired', current_uses: 0 });
  });

  it('not when the money is refunded: the payment was made', async () => {
    const link = await desk.open({ max_uses: 1 });
    const { id } = await desk.paid(link);
    await payments.settled();
    const charge = await fixture.chargeOf(id);
    await payments.refundCharge.execute({ ...about(charge), refund_id: newId(), body: {} }, aCommand(), {});
    expect(await fixture.chargeOf(id)).toMatchObject({ status: 'refunded' });
    expect(await desk.usesOf(link)).toEqual(ONE_USE);
  });
});

describe('A process that dies', () => {
  it('between the use and the charge leaves neither', async () => {
    const link = await desk.open({ max_uses: 1 });
    payments.writer.createIn = async () => {
      throw new Error('killed');
    };
    await expect(desk.pay(link)).rejects.toThrow('killed');
    expect(await desk.usesOf(link)).toEqual(NO_USE);
    expect(await desk.linkOf(link)).toMatchObject({ status: 'active', sequence: 1 });
  });

  it('after the commit leaves the charge to another, which gives the use back', async () => {
    const link = await desk.open({ max_uses: 1 });
    payments.queue.add = () => undefined;
    const charge = await desk.paid(link, byCard({ token: 'tok_insufficient_funds' }));
    expect(await desk.usesOf(link)).toEqual(ONE_USE);
    const other = await fixture.instance();
    await fixture.endLease(charge.id);
    await other.recoverCharges.recover();
    await other.settled();
    expect(await fixture.chargeOf(charge.id)).toMatchObject({ status: 'failed' });
    expect(await desk.usesOf(link)).toEqual(NO_USE);
  });
});
