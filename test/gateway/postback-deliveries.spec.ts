import type { Charge, PostbackDelivery, PostbackEndpoint, PostbackRecovery } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, eventually, PostbackReceiver } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const DELIVERIES = '/v1/postbacks/deliveries';
const ENDPOINTS = '/v1/postbacks/endpoints';
const HOUR_MS = 3_600_000;

describe('The log of postback deliveries', () => {
  let platform: TestPlatform;
  let receiver: PostbackReceiver;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  });
  beforeEach(async () => {
    receiver = await PostbackReceiver.start();
    shop = await platform.http.createMerchant();
  });
  afterEach(() => receiver.close());
  afterAll(() => platform.stop());

  const call = <Data>(method: string, path: string, body?: unknown, { as = shop, headers = {} } = {}) =>
    platform.http.call<Data>(method, path, { as: as.credentials, body, headers });
  const list = (query = '') => call<PostbackDelivery[]>('GET', `${DELIVERIES}?perPage=100${query}`);
  const read = async (id: string) => (await call<PostbackDelivery>('GET', `${DELIVERIES}/${id}`)).body.data;
  const resend = (id: string, options = {}) =>
    call<PostbackDelivery>('POST', `${DELIVERIES}/${id}/resend`, undefined, options);
  const recover = ({ id }: PostbackEndpoint, since: unknown, options = {}) =>
    call<PostbackRecovery>('POST', `${ENDPOINTS}/${id}/recover`, { since }, options);

  async function anEndpoint(events = ['*']): Promise<PostbackEndpoint> {
    const { body } = await call<PostbackEndpoint>('POST', ENDPOINTS, { url: receiver.url('/hook'), events });
    return body.data;
  }
  async function aCharge(): Promise<Charge> {
    const { body } = await call<Charge>('POST', '/v1/charges', aChargeBody(), { headers: { prefer: 'wait=10' } });
    return body.data;
  }
  /** The only delivery there is, once it is like this. */
  const theDelivery = (status: string, attempts: number): Promise<PostbackDelivery> =>
    eventually(async () => {
      const [delivery] = (await list()).body.data;
      return delivery?.status === status && delivery.attempt_count === attempts && delivery;
    }) as Promise<PostbackDelivery>;
  const all = (status: string, count: number) =>
    eventually(async () => (await list(`&status=${status}`)).body.pagination!.total === count);

  it('shows every attempt, the failed ones with what was answered, until it is delivered', async () => {
    const endpoint = await anEndpoint(['charge.pending']);
    receiver.answerWith({ status: 503, body: 'closed for stocktaking' });
    const charge = await aCharge();
    const failing = await theDelivery('retrying', 1);
    expect(failing).toEqual({
      id: expect.any(String),
      endpoint_id: endpoint.id,
      event: 'charge.pending',
      event_id: receiver.requests[0]!.headers['webhook-id'],
      resource_id: charge.id,
      status: 'retrying',
      attempt_count: 1,
      next_attempt_at: expect.any(String),
      delivered_at: null,
      created_at: expect.any(String),
      attempts: [
        {
          number: 1,
          attempted_at: expect.any(String),
          status_code: 503,
          latency_ms: expect.any(Number),
          error: null,
          response_excerpt: 'closed for stocktaking',
        },
      ],
    });
    receiver.answerWith({ status: 200, body: 'thanks' });

    const resent = await resend(failing.id);
    expect([resent.status, resent.body.data]).toMatchObject([200, { id: failing.id, status: 'pending' }]);

    const delivered = await theDelivery('delivered', 2);
    expect(delivered).toMatchObject({ next_attempt_at: null, delivered_at: expect.any(String) });
    expect(delivered.attempts.map(({ number, status_code }) => [number, status_code])).toEqual([
      [1, 503],
      [2, 200],
    ]);
    expect(await read(failing.id)).toEqual(delivered);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('sends again what was delivered, once for each idempotency key', async () => {
    await anEndpoint(['charge.pending']);
    await aCharge();
    const { id } = await theDelivery('delivered', 1);
    const headers = { 'idempotency-key': newId() };
    const first = await resend(id, { headers });
    await theDelivery('delivered', 2);
    const second = await resend(id, { headers });
    expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([
      { ...first.body, request_id: second.body.request_id },
      'true',
    ]);
    expect(receiver.requests).toHaveLength(2);
  });

  it('recovers what an outage of the receiver has kept from it', async () => {
    const endpoint = await anEndpoint(['charge.*']);
    await aCharge();
    await all('delivered', 2);
    receiver.answerWith({ status: 500 });
    const since = new Date().toISOString();
    await Promise.all([aCharge(), aCharge(), aCharge()]);
    await all('retrying', 6);
    receiver.answerWith({ status: 200 });

    const recovered = await recover(endpoint, since);

    expect([recovered.status, recovered.body.data]).toEqual([200, { queued: 6, has_more: false }]);
    await all('delivered', 8);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(8);
    expect((await recover(endpoint, since)).body.data).toEqual({ queued: 0, has_more: false });
  });

  it('narrows by endpoint, event, status and time', async () => {
    const [one, other] = [await anEndpoint(['charge.*']), await anEndpoint(['charge.pending'])];
    await aCharge();
    await all('delivered', 3);
    const found = async (query: string) =>
      (await list(query)).body.data.map(
        ({ endpoint_id, event }) => `${endpoint_id === one.id ? 'one' : 'other'} ${event}`,
      );
    expect((await found('')).toSorted()).toEqual(['one charge.captured', 'one charge.pending', 'other charge.pending']);
    expect(await found(`&endpoint_id=${other.id}`)).toEqual(['other charge.pending']);
    expect(await found('&event=charge.captured&status=delivered')).toEqual(['one charge.captured']);
    expect(await found('&status=exhausted')).toEqual([]);
    const [newest] = (await list()).body.data;
    expect(await found(`&date_from=${newest!.created_at}`)).toContain('one charge.captured');
    expect(await found(`&date_to=${new Date(Date.now() - HOUR_MS).toISOString()}`)).toEqual([]);
  });

  it('keeps what an endpoint was sent when the endpoint is deleted, and sends it nothing any more', async () => {
    const endpoint = await anEndpoint(['charge.pending']);
    await aCharge();
    const delivery = await theDelivery('delivered', 1);
    await call('DELETE', `${ENDPOINTS}/${endpoint.id}`);
    expect((await list(`&endpoint_id=${endpoint.id}`)).body.data).toEqual([delivery]);
    expect(await read(delivery.id)).toEqual(delivery);
    expect((await resend(delivery.id)).body).toMatchObject({ error: 'postback_endpoint_not_active' });
    expect(await recover(endpoint, '2026-01-01')).toMatchObject({
      status: 404,
      body: { error: 'postback_endpoint_not_found' },
    });
  });

  it('has nothing to send to an endpoint that is paused', async () => {
    const endpoint = await anEndpoint(['charge.pending']);
    await aCharge();
    const { id } = await theDelivery('delivered', 1);
    await call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { status: 'inactive' });
    const refused = { status: 409, body: { error: 'postback_endpoint_not_active' } };
    expect(await resend(id)).toMatchObject(refused);
    expect(await recover(endpoint, '2026-01-01')).toMatchObject(refused);
  });

  it.each([
    ['tomorrow', () => new Date(Date.now() + 24 * HOUR_MS).toISOString(), 'out_of_range'],
    ['no time', () => 'yesterday', 'invalid_value'],
    ['nothing', () => undefined, 'required'],
    ['a number', () => 7, 'invalid_type'],
  ])('does not recover since %s', async (_what, since, code) => {
    const refused = await recover(await anEndpoint(), since());
    expect([refused.status, refused.body.error]).toEqual([422, 'validation_error']);
    expect(refused.body.details!.map((detail) => [detail.field, detail.code])).toEqual([['since', code]]);
  });

  it("knows nothing of another merchant's", async () => {
    const endpoint = await anEndpoint(['charge.pending']);
    await aCharge();
    const { id } = await theDelivery('delivered', 1);
    const as = await platform.http.createMerchant();
    const notFound = { status: 404, body: { error: 'postback_delivery_not_found' } };
    expect(await call('GET', `${DELIVERIES}/${id}`, undefined, { as })).toMatchObject(notFound);
    expect(await resend(id, { as })).toMatchObject(notFound);
    expect(await resend(newId())).toMatchObject(notFound);
    expect(await recover(endpoint, '2026-01-01', { as })).toMatchObject({ status: 404 });
    expect((await call<unknown[]>('GET', DELIVERIES, undefined, { as })).body.data).toEqual([]);
    expect(await resend('7')).toMatchObject({ status: 400, body: { error: 'invalid_uuid' } });
    expect(receiver.requests).toHaveLength(1);
  });
});
