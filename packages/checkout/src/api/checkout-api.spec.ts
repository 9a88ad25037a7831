import { aCardCharge } from '../testing/a-charge.js';
import { CheckoutApi } from './checkout-api.js';

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
}

/** The routes with a network that answers as the test says. */
function apiThatHears(answer: () => Response) {
  const asked: Asked[] = [];
  const dates: (string | null)[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return answer();
  };
  const api = new CheckoutApi('/pay/link', (date) => dates.push(date), fetch as typeof globalThis.fetch);
  return { api, asked, dates };
}

const json = (status: number, body: unknown, headers?: Record<string, string>) =>
  new Response(JSON.stringify(body), { status, headers });

const attempt = {
  key: 'key-1',
  method: 'credit_card',
  startedAtMs: 0,
  chargeId: null,
  body: { payment_method: 'credit_card', payment_details: { token: 'tok_1' }, customer: {} as never },
} as const;

describe('CheckoutApi', () => {
  const charge = aCardCharge();

  it('sends an attempt with its key, and no cookies', async () => {
    const { api, asked, dates } = apiThatHears(() =>
      json(201, { data: charge }, { date: 'Sun, 22 Nov 2026 13:05:00 GMT' }),
    );
    expect(await api.pay(attempt)).toEqual({ kind: 'charge', charge });
    const [{ url, init }] = asked as [Asked];
    expect(url).toBe('/pay/link/charges');
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', body: JSON.stringify(attempt.body) });
    expect(init.headers).toMatchObject({ 'idempotency-key': 'key-1' });
    expect(dates).toEqual(['Sun, 22 Nov 2026 13:05:00 GMT']);
  });

  it('reads and voids a charge by its id', async () => {
    const { api, asked } = apiThatHears(() => json(200, { data: charge }));
    await api.charge('c1');
    await api.void('c1');
    expect(asked.map(({ url, init }) => [init.method ?? 'GET', url])).toEqual([
      ['GET', '/pay/link/charges/c1'],
      ['POST', '/pay/link/charges/c1/void'],
    ]);
  });

  it('tells a refusal with its details and how long to wait', async () => {
    const details = [{ field: 'customer.email', code: 'invalid', message: '…' }];
    const { api } = apiThatHears(() => json(422, { error: 'validation_error', details }, { 'retry-after': '7' }));
    expect(await api.pay(attempt)).toEqual({
      kind: 'refused',
      status: 422,
      error: 'validation_error',
      details,
      retryAfterMs: 7_000,
      isKept: false,
    });
  });

  it('tells a refusal that the server has kept from one that it has just thought of', async () => {
    const { api } = apiThatHears(() => json(422, { error: 'amount_below_fee' }, { 'idempotent-replayed': 'true' }));
    expect(await api.pay(attempt)).toMatchObject({ kind: 'refused', isKept: true });
  });

  it.each<[string, () => Response]>([
    ['a server that says it does not know', () => json(500, { error: 'internal_error' })],
    ['no answer in time', () => json(504, { error: 'timeout' })],
    ['the first request still under way', () => json(409, { error: 'idempotency_in_progress' })],
    ["a proxy's own refusal", () => new Response('<h1>Forbidden</h1>', { status: 403 })],
    ["a hotel's page instead of an answer", () => new Response('<h1>Welcome</h1>', { status: 200 })],
    ['an answer that is no charge', () => json(200, { data: { id: 7 } })],
    [
      'a network that is down',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('takes %s for a lost answer: it says nothing about the payment', async (_what, answer) => {
    expect(await apiThatHears(answer).api.pay(attempt)).toEqual({ kind: 'lost', retryAfterMs: null });
  });

  it('hears how long an overloaded server wants to be left alone', async () => {
    const { api } = apiThatHears(() => json(503, { error: 'service_unavailable' }, { 'retry-after': '3' }));
    expect(await api.pay(attempt)).toEqual({ kind: 'lost', retryAfterMs: 3_000 });
  });
});
