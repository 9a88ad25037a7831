import { newId } from '@centavo/runtime';
import type { PaymentLink } from '@centavo/contracts';
import { aPayLinkBody, aPaymentLinkBody, eventually } from '@centavo/testing';
import type { CheckoutCharge } from '../../apps/gateway/src/checkout/checkout-charge.js';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const PER_MINUTE = 6;
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const BY_PIX = aPayLinkBody('pix');
const byCard = (token: string) => aPayLinkBody('credit_card', { payment_details: { token } });

describe('Strangers at the checkout of a payment link', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({
      CHECKOUT_ATTEMPTS_PER_MINUTE: String(PER_MINUTE),
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  async function aLink(): Promise<PaymentLink> {
    const { body } = await platform.http.post<PaymentLink>('/v1/payment-links', shop.credentials, aPaymentLinkBody());
    return body.data;
  }

  let lastAddress = 0;
  const anAddress = (): string => `192.0.2.${(lastAddress += 1)}`;

  const post = (path: string, body: object, from: string, key: string = newId()) =>
    platform.http.call<CheckoutCharge>('POST', path, {
      body,
      headers: { 'x-forwarded-for': from, 'idempotency-key': key },
    });
  const pay = (linkId: string, body: object, from: string, key?: string) =>
    post(`/pay/${linkId}/charges`, body, from, key);
  const look = (linkId: string, id: string, from: string) =>
    platform.http.call<CheckoutCharge>('GET', `/pay/${linkId}/charges/${id}`, { headers: { 'x-forwarded-for': from } });
  const raw = (path: string, init: RequestInit = {}) => fetch(platform.http.baseUrl + path, init);

  /** Pays by a card that is declined, and waits until its payer has heard so. */
  async function declined(linkId: string, token: string, from: string): Promise<CheckoutCharge> {
    const { status, body } = await pay(linkId, byCard(token), from);
    expect(status).toBe(201);
    return eventually(async () => {
      const { body: answer } = await look(linkId, body.data.id, from);
      expect(answer.data.status).toBe('failed');
      return answer.data;
    });
  }

  it('cannot close a link for others from one address', async () => {
    const { id } = await aLink();
    const thief = anAddress();
    const statuses = new Set<number>();
    for (let count = 0; count < 16 * PER_MINUTE; count += 1) {
      statuses.add((await pay(id, byCard('tok_of_somebody_else'), thief)).status);
    }
    expect([...statuses]).toEqual([422, 429]);
    expect((await pay(id, BY_PIX, anAddress())).status).toBe(201);
  });

  it('leave no count behind for links that they make up, but their own', async () => {
    const address = anAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 3 * PER_MINUTE + 1; count += 1) {
      statuses.push((await pay(newId(), BY_PIX, address)).status);
    }
    expect(statuses.slice(0, -1).every((status) => status === 404)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it('may try no other card when a third was declined, but a Pix', async () => {
    const { id } = await aLink();
    const thief = anAddress();
    for (let count = 0; count < PER_MINUTE / 3; count += 1) await declined(id, 'tok_insufficient_funds', thief);
    const refused = await pay(id, byCard('tok_visa'), thief);
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const token = await post(`/pay/${id}/v1/tokens`, { encrypted_card: 'x', key_id: 'x' }, thief);
    expect([422, 429]).toContain(token.status);
    expect((await pay(id, BY_PIX, thief)).status).toBe(201);
    expect((await pay(id, byCard('tok_visa'), anAddress())).status).toBe(201);
  });

  it('send short bodies only', async () => {
    const { id } = await aLink();
    const wide = { ...BY_PIX, junk: 'x'.repeat(16 * 1024) };
    const refused = await pay(id, wide, anAddress());
    expect([refused.status, refused.body.error]).toEqual([413, 'payload_too_large']);
    expect((await pay(id, { ...BY_PIX, junk: 'x'.repeat(8 * 1024) }, anAddress())).status).toBe(201);
  });

  it('are stopped before anybody reads what they send', async () => {
    const { id } = await aLink();
    const headers = { 'x-forwarded-for': anAddress(), 'content-type': 'application/json' };
    const send = async (): Promise<number> =>
      (await raw(`/pay/${id}/charges`, { method: 'POST', headers, body: 'x'.repeat(20_000) })).status;
    const statuses = new Set<number>();
    for (let round = 0; round < 50 && !statuses.has(429); round += 1) {
      for (const status of await Promise.all(Array.from({ length: 100 }, send))) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([413, 429]));
  });

  it('get answers that nobody keeps', async () => {
    const { id } = await aLink();
    const { body } = await pay(id, BY_PIX, anAddress());
    const paths = [`/pay/${id}/charges/${body.data.id}`, `/pay/${id}/charges/${UNKNOWN_ID}`];
    for (const path of paths) {
      const { headers } = await raw(path);
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
    }
    const key = await raw(`/pay/${id}/v1/tokens/public-key`);
    expect(key.headers.get('cache-control')).toBe('public, max-age=300');
  });

  it('give up a code once, and only so often', async () => {
    const { id } = await aLink();
    const payer = anAddress();
    const { body } = await pay(id, BY_PIX, payer);
    const path = `/pay/${id}/charges/${body.data.id}/void`;
    expect((await post(path, {}, payer)).status).toBe(200);
    const request = platform.bus.request.bind(platform.bus);
    platform.bus.request = async () => {
      throw new Error('a command was sent');
    };
    const again = await post(path, {}, payer);
    platform.bus.request = request;
    expect([again.status, again.body.error]).toEqual([409, 'charge_not_voidable']);
    for (let count = 2; count < PER_MINUTE; count += 1) await post(path, {}, payer);
    expect((await post(path, {}, payer)).status).toBe(429);
  });

  it('hear again of the charge that they made, though its merchant is suspended by now', async () => {
    const { id } = await aLink();
    const [payer, key] = [anAddress(), newId()];
    const first = await pay(id, BY_PIX, payer, key);
    const merchant = `/admin/v1/merchants/${shop.merchant.id}`;
    await platform.http.call('PATCH', merchant, { as: OPERATOR, body: { status: 'suspended' } });
    const again = await pay(id, BY_PIX, payer, key);
    const other = await pay(id, BY_PIX, payer);
    await platform.http.call('PATCH', merchant, { as: OPERATOR, body: { status: 'active' } });
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect([other.status, other.body.error]).toEqual([410, 'payment_link_unavailable']);
  });
});
