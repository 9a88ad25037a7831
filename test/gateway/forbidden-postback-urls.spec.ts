import type { PostbackEndpoint } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { ConnectionTrap, eventually, FORBIDDEN_URLS, testSettings, UNUSABLE_URLS } from '@centavo/testing';
import { anEndpoint } from '../../apps/webhooks/src/testing/an-endpoint.js';
import { anEvent } from '../../apps/webhooks/src/testing/an-event.js';
import { deliveriesOf } from '../../apps/webhooks/src/testing/deliveries.js';
import type { Reply, TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const ENDPOINTS = '/v1/postbacks/endpoints';
const PUBLIC_URL = 'https://example.com/hook';

const inShort = ({ status, body }: Reply) => ({
  status,
  error: body.error,
  fields: body.details?.map((it) => it.field),
});

describe('A postback endpoint', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let trap: ConnectionTrap;
  let endpoint: PostbackEndpoint;
  beforeAll(async () => {
    platform = await startPlatform({ POSTBACK_ALLOWED_NETWORKS: '' });
    shop = await platform.http.createMerchant();
    trap = await ConnectionTrap.set();
    const body = { url: PUBLIC_URL, events: ['*'] };
    endpoint = (await platform.http.post<PostbackEndpoint>(ENDPOINTS, shop.credentials, body)).body.data;
  });
  afterAll(async () => {
    await platform.stop();
    await trap.remove();
  });

  /** Asked for a new endpoint there, and for moving the old one there. */
  const asked = (template: string): Promise<Reply[]> => {
    const url = trap.at(template);
    const { http } = platform;
    const calls = [
      http.post(ENDPOINTS, shop.credentials, { url, events: ['*'] }),
      http.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, { as: shop.credentials, body: { url } }),
    ];
    return Promise.all(calls);
  };
  it.each(FORBIDDEN_URLS)('can neither be made at nor moved to %j', async (url) => {
    const refused = { status: 422, error: 'url_not_allowed', fields: ['url'] };
    expect((await asked(url)).map(inShort)).toEqual([refused, refused]);
  });

  it.each(UNUSABLE_URLS)('can be neither made of nor changed to %j', async (url) => {
    const refused = { status: 422, error: 'validation_error', fields: ['url'] };
    expect((await asked(url)).map(inShort)).toEqual([refused, refused]);
  });

  it('is still the one it was after all that', async () => {
    const { body } = await platform.http.get<PostbackEndpoint[]>(ENDPOINTS, shop.credentials);
    expect(body.data).toMatchObject([{ id: endpoint.id, url: PUBLIC_URL }]);
  });

  it('that was made when less was forbidden is not connected to', async () => {
    const database = platform.database('webhooks');
    const merchantId = newId();
    const urls = FORBIDDEN_URLS.map((url) => trap.at(url)).filter((url) => URL.canParse(url));
    const ids: string[] = [];
    for (const url of urls) ids.push((await anEndpoint(database, testSettings(), url, { merchantId })).id);
    await platform.bus.publish([anEvent(merchantId)]);
    await eventually(async () => {
      for (const id of ids) {
        const [delivery] = await deliveriesOf(database, id);
        expect(delivery!.attempts[0]!.error).toMatch(/^url_not_allowed: /);
      }
    });
    expect(ids).toHaveLength(FORBIDDEN_URLS.length);
    expect(trap.caught).toBe(0);
  });
});
