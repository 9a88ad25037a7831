import type { EventPayload, PostbackDelivery, PostbackEndpoint } from '@centavo/contracts';
import { newId, SystemClock } from '@centavo/runtime';
import { aChargeBody, eventually, PostbackReceiver, type ReceivedRequest } from '@centavo/testing';
import { WebhookVerificationError } from 'standardwebhooks';
import { verifyPostback } from '../../apps/webhooks/src/testing/verify-postback.js';
import type { Credentials, TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const DAY_MS = 24 * 3_600_000;
const ENDPOINTS = '/v1/postbacks/endpoints';

/** Runs on by itself, and can be put forward. */
class AdvancingClock extends SystemClock {
  #aheadMs = 0;

  override nowMs(): number {
    return super.nowMs() + this.#aheadMs;
  }

  advance(durationMs: number): void {
    this.#aheadMs += durationMs;
  }
}

/** A body with what is wrong with it: `code field`. */
const REFUSED: readonly (readonly [body: object, ...broken: string[]])[] = [
  [{ url: 7 }, 'invalid_type url'],
  [{ url: null }, 'required url'],
  [{ url: 'ftp://example.com/' }, 'invalid_format url'],
  [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'invalid_length url'],
  [{ events: [] }, 'invalid_length events'],
  [{ events: '*' }, 'invalid_type events'],
  [{ events: null }, 'required events'],
  [{ events: ['charge.*', 'charge', 'merchant.active'] }, 'invalid_value events.1', 'invalid_value events.2'],
  [{ status: 'disabled' }, 'invalid_value status'],
  [{ status: null }, 'required status'],
  [{ url: 'nonsense', events: ['none.*'] }, 'invalid_format url', 'invalid_value events.0'],
];

describe('Postback endpoints', () => {
  const clock = new AdvancingClock();
  let platform: TestPlatform;
  let receiver: PostbackReceiver;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, undefined, undefined, clock);
    receiver = await PostbackReceiver.start();
  });
  beforeEach(async () => {
    shop = await platform.http.createMerchant();
  });
  afterAll(async () => {
    await platform.stop();
    await receiver.close();
  });

  const call = <Data = PostbackEndpoint>(method: string, path: string, body?: unknown, headers = {}) =>
    platform.http.call<Data>(method, ENDPOINTS + path, { as: shop.credentials, body, headers });

  /** With its secret. */
  async function anEndpoint(path: string, events = ['*']): Promise<PostbackEndpoint & { secret: string }> {
    const { body } = await call('POST', '', { url: receiver.url(path), events });
    return { ...body.data, secret: body.data.secret! };
  }
  const read = async ({ id }: PostbackEndpoint) => (await call('GET', `/${id}`)).body.data;
  const tryOut = async ({ id }: PostbackEndpoint) => (await call<PostbackDelivery>('POST', `/${id}/test`)).body.data;
  const rotate = async ({ id }: PostbackEndpoint) => (await call('POST', `/${id}/secret/rotate`)).body.data.secret!;

  const at = (path: string): ReceivedRequest[] => receiver.requests.filter((request) => request.path === path);
  const idsAt = (path: string) => at(path).map(({ headers }) => headers['webhook-id']);
  const arrived = (eventId: string) =>
    eventually(() => {
      const found = receiver.requests.find(({ headers }) => headers['webhook-id'] === eventId);
      if (!found) throw new Error('It has not come yet.');
      return found;
    });
  const charge = () => platform.http.post('/v1/charges', shop.credentials, aChargeBody());

  it('show their secret when they are made and never again', async () => {
    const key = { 'idempotency-key': newId() };
    const body = { url: receiver.url('/made'), events: ['charge.*'] };
    const made = await call('POST', '', body, key);
    const { secret, ...endpoint } = made.body.data;
    expect([made.status, secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    expect(endpoint).toEqual({
      id: expect.any(String),
      url: body.url,
      has_secret: true,
      events: ['charge.*'],
      status: 'active',
      disabled_reason: null,
      disabled_at: null,
      created_at: expect.any(String),
      updated_at: endpoint.created_at,
    });
    expect(await read(endpoint)).toEqual(endpoint);
    const others = [
      await call('GET', ''),
      await call('PATCH', `/${endpoint.id}`, {}),
      await call('POST', `/${endpoint.id}/test`),
      await call('POST', `/${endpoint.id}/secret/rotate`),
    ];
    for (const answer of others) expect(JSON.stringify(answer.body)).not.toContain(secret);
    // The same request again is the same answer again.
    expect((await call('POST', '', body, key)).body).toEqual(made.body);

    const kept = await platform.database('webhooks').query('SELECT k::text FROM idempotency_keys k');
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(secret!.slice('whsec_'.length));
  });

  it('sign with both secrets for 24 hours after a rotation, and then with the new one alone', async () => {
    const endpoint = await anEndpoint('/rotated');
    const secrets = [endpoint.secret, await rotate(endpoint)];
    const verifies = async () => {
      const postback = await arrived((await tryOut(endpoint)).event_id);
      return secrets.map((secret) => {
        try {
          return (verifyPostback(postback, secret, clock.nowMs()) as EventPayload).event;
        } catch (error) {
          if (error instanceof WebhookVerificationError) return 'refused';
          throw error;
        }
      });
    };
    expect(await verifies()).toEqual(['postback.test', 'postback.test']);
    clock.advance(DAY_MS - 60_000);
    expect(await verifies()).toEqual(['postback.test', 'postback.test']);
    clock.advance(60_000);
    expect(await verifies()).toEqual(['refused', 'postback.test']);
  });

  it('are tried out one by one', async () => {
    const endpoint = await anEndpoint('/tried', ['charge.failed']);
    await anEndpoint('/beside');
    const reply = await call<PostbackDelivery>('POST', `/${endpoint.id}/test`);
    expect([reply.status, reply.body.data]).toEqual([
      201,
      expect.objectContaining({ endpoint_id: endpoint.id, event: 'postback.test', status: 'pending' }),
    ]);
    const postback = await arrived(reply.body.data.event_id);
    expect(postback.path).toBe('/tried');
    const { secret, ...data } = endpoint;
    expect(verifyPostback(postback, secret, clock.nowMs())).toMatchObject({
      event: 'postback.test',
      sequence: 1,
      data,
    });
    // What happens later has come there, so the test would have as well.
    await charge();
    await eventually(() => at('/beside').length > 0);
    expect(idsAt('/beside')).not.toContain(reply.body.data.event_id);
  });

  it('are tried out once for one idempotency key', async () => {
    const endpoint = await anEndpoint('/keyed');
    const key = { 'idempotency-key': newId() };
    const first = await call('POST', `/${endpoint.id}/test`, undefined, key);
    const again = await call('POST', `/${endpoint.id}/test`, undefined, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    await tryOut(endpoint);
    await eventually(() => at('/keyed').length === 2);
  });

  it('hear at their new address, once it is changed', async () => {
    const endpoint = await anEndpoint('/before', ['charge.pending']);
    await charge();
    await eventually(() => at('/before').length === 1);
    const moved = await call('PATCH', `/${endpoint.id}`, { url: receiver.url('/after') });
    expect([moved.status, moved.body.data.url]).toEqual([200, receiver.url('/after')]);
    await charge();
    await eventually(() => at('/after').length === 1);
    expect(at('/before')).toHaveLength(1);
    verifyPostback(at('/after')[0]!, endpoint.secret, clock.nowMs());
  });

  it('hear what they want to hear, once that is changed', async () => {
    const endpoint = await anEndpoint('/choosy', ['charge.failed']);
    await call('PATCH', `/${endpoint.id}`, { events: ['charge.pending'] });
    await charge();
    await eventually(() => at('/choosy').length === 1);
    expect(JSON.parse(at('/choosy')[0]!.body)).toMatchObject({ event: 'charge.pending' });
  });

  it('hear nothing while they are inactive', async () => {
    const endpoint = await anEndpoint('/inactive', ['charge.pending']);
    await anEndpoint('/witness', ['charge.pending']);
    await call('PATCH', `/${endpoint.id}`, { status: 'inactive' });
    expect((await read(endpoint)).status).toBe('inactive');
    await charge();
    await eventually(() => at('/witness').length === 1);
    const refused = await call('POST', `/${endpoint.id}/test`);
    expect([refused.status, refused.body.error]).toEqual([409, 'postback_endpoint_not_active']);

    await call('PATCH', `/${endpoint.id}`, { status: 'active' });
    await charge();
    await eventually(() => at('/inactive').length > 0);
    await eventually(() => at('/witness').length === 2);
    expect(idsAt('/inactive')).toEqual(idsAt('/witness').slice(1));
  });

  it('are gone once they are deleted', async () => {
    const endpoint = await anEndpoint('/deleted');
    const path = `/${endpoint.id}`;
    expect((await call('DELETE', path)).body.data).toEqual({ id: endpoint.id, deleted: true });
    const calls = [
      await call('GET', path),
      await call('PATCH', path, {}),
      await call('DELETE', path),
      await call('POST', `${path}/test`),
      await call('POST', `${path}/secret/rotate`),
    ];
    expect(calls.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
      calls.map(() => '404 postback_endpoint_not_found'),
    );
    expect((await call<PostbackEndpoint[]>('GET', '')).body.data).toEqual([]);
  });

  it("do not exist for another merchant, nor by an id that is none's", async () => {
    const endpoint = await anEndpoint('/private');
    const stranger = await platform.http.createMerchant();
    const path = `${ENDPOINTS}/${endpoint.id}`;
    const outcome = async (method: string, to: string, as: Credentials) => {
      const { status, body } = await platform.http.call(method, to, { as, ...(method === 'PATCH' && { body: {} }) });
      return `${status} ${body.error}`;
    };
    for (const [method, suffix] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret/rotate'],
    ] as const) {
      expect(await outcome(method, path + suffix, stranger.credentials)).toBe('404 postback_endpoint_not_found');
      const nobodys = `${ENDPOINTS}/${newId()}${suffix}`;
      expect(await outcome(method, nobodys, shop.credentials)).toBe('404 postback_endpoint_not_found');
      expect(await outcome(method, `${ENDPOINTS}/7${suffix}`, shop.credentials)).toBe('400 invalid_uuid');
    }
    const { secret: _secret, ...unchanged } = endpoint;
    expect(await read(endpoint)).toEqual(unchanged);
  });

  it.each(REFUSED.map(([body, ...broken]) => ({ text: JSON.stringify(body).slice(0, 80), body, broken })))(
    'refuse to become $text',
    async ({ body, broken }) => {
      const { secret: _secret, ...endpoint } = await anEndpoint('/steady');
      const reply = await call('PATCH', `/${endpoint.id}`, body);
      expect([reply.status, reply.body.error]).toEqual([422, 'validation_error']);
      expect(reply.body.details!.map(({ code, field }) => `${code} ${field}`)).toEqual(broken);
      expect(await read(endpoint)).toEqual(endpoint);
    },
  );

  it('refuse an address that nobody may send to', async () => {
    const endpoint = await anEndpoint('/steady');
    const reply = await call('PATCH', `/${endpoint.id}`, { url: 'http://169.254.169.254/' });
    expect([reply.status, reply.body.error]).toEqual([422, 'url_not_allowed']);
  });

  it('may share an address, and are fifty at most', async () => {
    const body = { url: receiver.url('/shared'), events: ['*'] };
    for (let count = 0; count < 50; count++) expect((await call('POST', '', body)).status).toBe(201);
    const refused = await call('POST', '', body);
    expect([refused.status, refused.body.error]).toEqual([409, 'postback_endpoint_limit_reached']);
    const { data } = (await call<PostbackEndpoint[]>('GET', '')).body;
    expect(data).toHaveLength(50);
    await call('DELETE', `/${data[0]!.id}`);
    expect((await call('POST', '', body)).status).toBe(201);
  });
});
