import { PAYMENT_METHODS, type UpdatePaymentLinkDto } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aPayLinkBody, testSettings } from '@centavo/testing';
import { aSubmerchant } from '../testing/onboarding-desk.js';
import { PaymentLinkDesk } from '../testing/payment-link-desk.js';
import { PaymentsFixture, type PaymentsInstance } from '../testing/payments-fixture.js';
import { aKey } from '../testing/requests.js';
import { assertTerms } from './payment-link-terms.domain.js';

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

const register = (fields: Parameters<typeof aSubmerchant>[0]): string =>
  fixture.onboarding.register(aSubmerchant(fields)).id;
const inHours = (hours: number): string => new Date(payments.clock.nowMs() + hours * 3_600_000).toISOString();

describe('A new payment link', () => {
  it('is active, takes every method and comes with its address', async () => {
    const link = await desk.open({ title: 'Camiseta azul', amount: 10_000 });
    expect(link).toEqual({
      id: link.id,
      merchant_id: desk.merchantId,
      submerchant_id: null,
      title: 'Camiseta azul',
      description: null,
      amount: 10_000,
      checkout_url: `${testSettings().publicUrl}/pay/${link.id}`,
      currency: 'BRL',
      product_type: 'physical',
      allowed_payment_methods: [...PAYMENT_METHODS],
      max_installments: 12,
      expires_at: null,
      max_uses: null,
      current_uses: 0,
      status: 'active',
      redirect_url: null,
      cover_image_url: null,
      metadata: null,
      created_by: expect.any(String),
      created_at: payments.clock.now().toISOString(),
      updated_at: payments.clock.now().toISOString(),
    });
    await payments.settled();
    const told = fixture.events.find(({ key }) => key === link.id)!;
    expect(told.type).toBe('payment_link.active');
    expect(JSON.parse(told.value)).toMatchObject({ sequence: 1, data: link });
  });

  it('keeps all that is said of it', async () => {
    const fields = {
      description: 'Algodão',
      product_type: 'digital',
      allowed_payment_methods: ['pix', 'boleto'],
      max_installments: 3,
      expires_at: inHours(1),
      max_uses: 5,
      redirect_url: 'https://loja.example/obrigado',
      cover_image_url: 'http://loja.example/capa.jpg',
      metadata: { order: '1001', gift: true },
    } as const;
    const link = await desk.open({ ...fields, allowed_payment_methods: [...fields.allowed_payment_methods] });
    expect(link).toMatchObject(fields);
    expect(await desk.linkOf(link)).toMatchObject({ ...fields, expires_at: new Date(fields.expires_at) });
  });

  it('is there until the end of a day, in São Paulo, when a day is all that is said', async () => {
    expect(await desk.open({ expires_at: '2026-01-15' })).toMatchObject({ expires_at: '2026-01-16T02:59:59.999Z' });
  });

  it('is made once under a key', async () => {
    const request = aKey();
    const first = await desk.create({}, request);
    expect(await desk.create({}, request)).toEqual({ ...first, replayed: true });
  });

  it('is refused when its time is over before it begins', async () => {
    await expect(desk.create({ expires_at: inHours(0) })).rejects.toMatchObject({
      options: { details: [{ field: 'expires_at', code: 'out_of_range' }] },
    });
  });

  it('is for a submerchant who may be charged for, and no other', async () => {
    const mine = register({ merchant_id: desk.merchantId });
    const suspended = register({ merchant_id: desk.merchantId, status: 'suspended' });
    expect(await desk.open({ submerchant_id: mine.toUpperCase() })).toMatchObject({ submerchant_id: mine });
    const cases = [
      [suspended, 'submerchant_not_active'],
      [register({}), 'submerchant_not_found'],
      [newId(), 'submerchant_not_found'],
    ] as const;
    for (const [submerchant_id, error] of cases) {
      expect(await desk.create({ submerchant_id })).toMatchObject({
        ok: false,
        error,
        details: [{ field: 'submerchant_id' }],
      });
    }
  });
});

describe('The terms of a link', () => {
  const now = new Date('2026-12-21T12:00:00Z');
  const inProduction = { now, isSandbox: false, currentUses: 2 };

  it('lead to https alone in production', () => {
    const terms = { redirect_url: 'http://loja.example', cover_image_url: 'http://loja.example/capa.jpg' };
    expect(() => assertTerms(terms, { ...inProduction, isSandbox: true })).not.toThrow();
    expect(() =>
      assertTerms({ redirect_url: 'https://loja.example', cover_image_url: null }, inProduction),
    ).not.toThrow();
    expect(() => assertTerms(terms, inProduction)).toThrow(
      expect.objectContaining({
        code: 'url_not_allowed',
        options: { details: ['redirect_url', 'cover_image_url'].map((field) => expect.objectContaining({ field })) },
      }),
    );
  });

  it('are all looked at, whatever is wrong with one of them', () => {
    const terms = { redirect_url: 'http://loja.example', max_uses: 1, expires_at: '2026-12-21T12:00:00Z' };
    expect(() => assertTerms(terms, inProduction)).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        options: {
          details: ['expires_at', 'max_uses', 'redirect_url'].map((field) => expect.objectContaining({ field })),
        },
      }),
    );
  });
});

describe('Changing a link', () => {
  it('changes what is said, empties what is null and leaves the rest', async () => {
    const link = await desk.open({ description: 'Algodão', max_uses: 3, expires_at: inHours(1), metadata: { a: 1 } });
    payments.clock.advance(1_000);
    const body: UpdatePaymentLinkDto = {
      title: 'Camiseta verde',
      expires_at: null,
      metadata: null,
      max_installments: 2,
    };
    const answer = await desk.update(link, body);
    const expected = { ...link, ...body, updated_at: payments.clock.now().toISOString() };
    expect(answer).toMatchObject({ ok: true, data: expected });
    expect(await desk.linkOf(link)).toMatchObject({ ...body, description: 'Algodão', max_uses: 3, sequence: 1 });
    await payments.settled();
    expect(fixture.kindsOf(link.id)).toEqual(['payment_link.active']);
  });

  it('to nothing new changes nothing', async () => {
    const link = await desk.open();
    payments.clock.advance(1_000);
    expect(await desk.update(link, {})).toMatchObject({ ok: true, data: link });
  });

  it('completes it when its uses are limited to those that there are, and opens it when there are more', async () => {
    const link = await desk.open();
    await desk.paid(link, aPayLinkBody('pix'));
    expect(await desk.update(link, { max_uses: 1 })).toMatchObject({ data: { status: 'completed' } });
    expect(await desk.update(link, { max_uses: 2 })).toMatchObject({ data: { status: 'active' } });
    await desk.update(link, { max_uses: 1 });
    expect(await desk.update(link, { max_uses: null })).toMatchObject({ data: { status: 'active', max_uses: null } });
    await payments.settled();
    const [active, completed] = ['payment_link.active', 'payment_link.completed'];
    expect(fixture.kindsOf(link.id)).toEqual([active, completed, active, completed, active]);
  });

  it('does not limit its uses to fewer than there are', async () => {
    const link = await desk.open();
    for (let use = 0; use < 2; use += 1) await desk.paid(link, aPayLinkBody('pix'));
    await expect(desk.update(link, { title: 'Camiseta verde', max_uses: 1 })).rejects.toMatchObject({
      options: { details: [{ field: 'max_uses', code: 'out_of_range' }] },
    });
    expect(await desk.linkOf(link)).toMatchObject({ title: link.title, max_uses: null });
  });

  it('gives it time again when it had expired', async () => {
    const link = await desk.open({ expires_at: inHours(1) });
    payments.clock.advance(3_600_000);
    await payments.links.expiry.expire();
    expect(await desk.linkOf(link)).toMatchObject({ status: 'expired', sequence: 2 });
    expect(await desk.update(link, { expires_at: inHours(1) })).toMatchObject({ data: { status: 'active' } });
    expect(await desk.linkOf(link)).toMatchObject({ sequence: 3 });
  });

  it('is no matter of another merchant', async () => {
    const link = await desk.open();
    const other = new PaymentLinkDesk(fixture, payments);
    const refusal = { ok: false, error: 'payment_link_not_found' };
    expect(await other.update(link, { title: 'Meu' })).toMatchObject(refusal);
    expect(await other.deactivate(link)).toMatchObject(refusal);
    expect(await desk.linkOf(link)).toMatchObject({ title: link.title, status: 'active' });
  });
});

describe('Deactivating a link', () => {
  it('takes it out of use for good, once', async () => {
    const link = await desk.open({ max_uses: 1 });
    expect(await desk.deactivate(link)).toMatchObject({ ok: true, data: { status: 'inactive' } });
    expect(await desk.deactivate(link)).toMatchObject({ ok: true, data: { status: 'inactive' } });
    expect(await desk.update(link, { max_uses: 9 })).toMatchObject({ data: { status: 'inactive', max_uses: 9 } });
    await payments.settled();
    expect(fixture.kindsOf(link.id)).toEqual(['payment_link.active', 'payment_link.inactive']);
  });

  it('leaves what was begun to be paid to its payer', async () => {
    const link = await desk.open();
    const { id } = await desk.paid(link);
    await desk.deactivate(link);
    await payments.settled();
    expect(await fixture.chargeOf(id)).toMatchObject({ status: 'captured' });
  });
});
