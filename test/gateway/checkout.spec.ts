import type { CardToken, PaymentLink } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aPaymentLinkBody, eventually } from '@centavo/testing';
import { createHash } from 'node:crypto';
import type { CheckoutCharge } from '../../apps/gateway/src/checkout/checkout-charge.js';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const CUSTOMER = {
  name: 'Maria Silva',
  email: 'maria@example.com',
  tax_id: '12345678909',
  phone: '+5511999999999',
  type: 'individual',
};
const BY_CARD = { payment_method: 'credit_card', payment_details: { token: 'tok_visa' }, customer: CUSTOMER };
const BY_PIX = { payment_method: 'pix', payment_details: {}, customer: CUSTOMER };
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

const dataOf = (page: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(page)![1]!);

describe('The checkout of a payment link', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ CHECKOUT_ATTEMPTS_PER_MINUTE: '8' });
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  async function aLink(fields: object = {}): Promise<PaymentLink> {
    const { status, body } = await platform.http.post<PaymentLink>('/v1/payment-links', shop.credentials, {
      ...aPaymentLinkBody(),
      ...fields,
    });
    expect(status).toBe(201);
    return body.data;
  }

  const pay = (linkId: string, body: object, key: string = newId()) =>
    platform.http.call<CheckoutCharge>('POST', `/pay/${linkId}/charges`, { body, headers: { 'idempotency-key': key } });

  const post = <Data = unknown>(path: string, body: object) => platform.http.call<Data>('POST', path, { body });

  const charge = async (linkId: string, id: string) =>
    (await platform.http.get<CheckoutCharge>(`/pay/${linkId}/charges/${id}`)).body.data;

  const open = (path: string, headers: Record<string, string> = {}) => fetch(platform.http.baseUrl + path, { headers });

  it('is a page of ours alone, with the data of the link and none of its merchant’s keys', async () => {
    const link = await aLink({
      title: 'Camiseta </script><script>alert(1)</script>',
      cover_image_url: 'https://images.example/a,b;c.png?x=1',
      redirect_url: 'https://loja.example/obrigado',
    });
    const reply = await open(new URL(link.checkout_url).pathname);
    const page = await reply.text();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    expect(reply.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: https://images.example/a%2Cb%3Bc.png; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    expect(page).not.toContain('<script>alert');
    expect(page).not.toMatch(/[ps]k_(test|live)_/);
    expect(dataOf(page)).toEqual({
      language: 'pt',
      linkId: link.id,
      isUsable: true,
      merchantName: shop.merchant.name,
      title: 'Camiseta </script><script>alert(1)</script>',
      description: link.description,
      amount: link.amount,
      currency: 'BRL',
      productType: link.product_type,
      coverImageUrl: 'https://images.example/a,b;c.png?x=1',
      redirectUrl: 'https://loja.example/obrigado',
      allowedPaymentMethods: link.allowed_payment_methods,
      maxInstallments: link.max_installments,
      isSandbox: true,
      expiresAt: null,
    });
  });

  it('brings its script and style sheet compressed, as long as they are what the page says', async () => {
    const { id } = await aLink();
    const page = await (await open(`/pay/${id}`)).text();
    const assets = [...page.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"\s+integrity="sha384-([^"]+)"/g)];
    expect(assets).toHaveLength(2);
    for (const [, path, digest] of assets) {
      const asset = await open(path!, { 'accept-encoding': 'gzip' });
      expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'gzip']);
      expect(asset.headers.get('cache-control')).toContain('immutable');
      const content = Buffer.from(await asset.arrayBuffer());
      expect(createHash('sha384').update(content).digest('base64')).toBe(digest);
    }
    expect((await open('/pay/assets/checkout.js')).status).toBe(404);
  });

  it.each([
    ['en-US,en;q=0.9', 'en'],
    ['pt-BR', 'pt-BR'],
  ])('speaks to a browser that wants %s in %s', async (wanted, lang) => {
    const { id } = await aLink();
    expect(await (await open(`/pay/${id}`, { 'accept-language': wanted })).text()).toContain(`<html lang="${lang}">`);
  });

  it.each([UNKNOWN_ID, 'no-link-at-all'])('is a page that says so for %s', async (id) => {
    const reply = await open(`/pay/${id}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await reply.text()).toContain('Este link de pagamento não existe');
  });

  it('takes a card that was tokenized without a key of the merchant’s, and shows the payer his charge and no more', async () => {
    const link = await aLink();
    const paid = await pay(link.id, BY_CARD);
    expect(paid.status).toBe(201);
    const { id } = paid.body.data;
    await eventually(async () => expect((await charge(link.id, id)).status).toBe('captured'));
    expect(await charge(link.id, id)).toEqual({
      id,
      status: 'captured',
      amount: link.amount,
      payment_method: 'credit_card',
      installments: 1,
      payment_details: { brand: 'visa', first_six_digits: expect.any(String), last_four_digits: expect.any(String) },
      failure_code: null,
      expires_at: null,
      created_at: expect.any(String),
      redirect_url: link.redirect_url,
    });
    const { body } = await platform.http.get<{ payment_link_id: string }>(`/v1/charges/${id}`, shop.credentials);
    expect(body.data.payment_link_id).toBe(link.id);
  });

  it('gives tokens for cards only to links that take cards', async () => {
    const [cards, pix] = [await aLink(), await aLink({ allowed_payment_methods: ['pix'] })];
    const key = await platform.http.get(`/pay/${cards.id}/v1/tokens/public-key`);
    expect([key.status, key.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    const refused = await platform.http.get(`/pay/${pix.id}/v1/tokens/public-key`);
    expect([refused.status, refused.body.error]).toEqual([410, 'payment_link_unavailable']);
    const nonsense = await post<CardToken>(`/pay/${cards.id}/v1/tokens`, { card: 'x' });
    expect([nonsense.status, nonsense.body.error]).toEqual([422, 'validation_error']);
  });

  it('makes one charge of a payment that is sent twice', async () => {
    const link = await aLink();
    const key = newId();
    const [first, second] = await Promise.all([pay(link.id, BY_PIX, key), pay(link.id, BY_PIX, key)]);
    const again = await pay(link.id, BY_PIX, key);
    const ids = [first, second, again].flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []));
    expect(new Set(ids).size).toBe(1);
    const { body } = await platform.http.get<PaymentLink>(`/v1/payment-links/${link.id}`, shop.credentials);
    expect(body.data.current_uses).toBe(1);
  });

  it('answers 410 when the last use is taken, but tells who took it of his charge', async () => {
    const link = await aLink({ max_uses: 1 });
    const key = newId();
    const { body } = await pay(link.id, BY_PIX, key);
    const late = await pay(link.id, BY_PIX);
    expect([late.status, late.body.error]).toEqual([410, 'payment_link_unavailable']);
    const page = await open(`/pay/${link.id}`);
    expect(page.status).toBe(410);
    expect(dataOf(await page.text())).toMatchObject({ isUsable: false });
    expect((await pay(link.id, BY_PIX, key)).body.data.id).toBe(body.data.id);
    expect(await charge(link.id, body.data.id)).toMatchObject({ status: 'pending' });
  });

  it('lets the payer give up a Pix for another way, and no card', async () => {
    const link = await aLink({ max_uses: 1 });
    const { body } = await pay(link.id, BY_PIX);
    const given = await post<CheckoutCharge>(`/pay/${link.id}/charges/${body.data.id}/void`, {});
    expect([given.status, given.body.data.status]).toEqual([200, 'voided']);
    const paid = await pay(link.id, BY_CARD);
    expect(paid.status).toBe(201);
    const card = await post(`/pay/${link.id}/charges/${paid.body.data.id}/void`, {});
    expect([card.status, card.body.error]).toEqual([409, 'charge_not_voidable']);
  });

  it('shows no charge of another link, nor of none', async () => {
    const [link, other] = [await aLink(), await aLink()];
    const { body } = await pay(link.id, BY_PIX);
    for (const path of [`/pay/${other.id}/charges/${body.data.id}`, `/pay/${link.id}/charges/${UNKNOWN_ID}`]) {
      const reply = await platform.http.get(path);
      expect([reply.status, reply.body.error]).toEqual([404, 'charge_not_found']);
      expect((await post(`${path}/void`, {})).status).toBe(404);
    }
  });

  it('is closed while its merchant is suspended', async () => {
    const link = await aLink();
    const path = `/admin/v1/merchants/${shop.merchant.id}`;
    await platform.http.call('PATCH', path, { as: OPERATOR, body: { status: 'suspended' } });
    const refused = await pay(link.id, BY_PIX);
    expect([refused.status, refused.body.error]).toEqual([410, 'payment_link_unavailable']);
    expect((await open(`/pay/${link.id}`)).status).toBe(410);
    await platform.http.call('PATCH', path, { as: OPERATOR, body: { status: 'active' } });
  });

  it('stops who tries too often on one link', async () => {
    const { id } = await aLink();
    const statuses = new Set<number>();
    const stolen = { ...BY_CARD, payment_details: { token: 'tok_of_somebody_else' } };
    for (let count = 0; count < 8; count += 1) statuses.add((await pay(id, stolen)).status);
    expect([...statuses]).toEqual([422]);
    const refused = await pay(id, BY_CARD);
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
