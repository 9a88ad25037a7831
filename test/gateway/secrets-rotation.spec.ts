import { type EventPayload, type PostbackDelivery, type PostbackEndpoint } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { reportSecrets, rewrapSecrets, type SecretsOf } from '@centavo/service';
import { aTedBody, eventually, PostbackReceiver } from '@centavo/testing';
import { ledgerService } from '../../apps/ledger/src/ledger.service.js';
import { onboardingService } from '../../apps/onboarding/src/onboarding.service.js';
import { paymentsService } from '../../apps/payments/src/payments.service.js';
import { webhooksService } from '../../apps/webhooks/src/webhooks.service.js';
import { verifyPostback } from '../../apps/webhooks/src/testing/verify-postback.js';
import type { HttpClient } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { startAnotherGateway, type AnotherGateway } from '../support/another-gateway.js';
import { Payee } from '../support/payee.js';

const SERVICES: readonly SecretsOf[] = [webhooksService, ledgerService, paymentsService, onboardingService];
const [OLD, NEW] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [string, string];
const ENDPOINTS = '/v1/postbacks/endpoints';
const PIN = '4071';

describe('While SECRETS_KEY is replaced', () => {
  let platform: TestPlatform;
  let receiver: PostbackReceiver;
  let payee: Payee;
  const gateways: AnotherGateway[] = [];
  beforeAll(async () => {
    platform = await startPlatform({ SECRETS_KEY: OLD });
    receiver = await PostbackReceiver.start();
    payee = await Payee.open(platform, 1_000_000);
  });
  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
    await platform.stop();
    await receiver.close();
  });

  const gatewayWith = async (...keys: string[]): Promise<HttpClient> => {
    const gateway = await startAnotherGateway(platform, { SECRETS_KEY: keys.join(',') });
    gateways.push(gateway);
    return gateway.http;
  };
  const restartWith = (...keys: string[]) => platform.restartServices({ SECRETS_KEY: keys.join(',') });
  const withdraw = (http: HttpClient, body: object) =>
    http.post<{ id: string; recipient_id: string }>('/v1/withdrawals', payee.merchant.credentials, body);
  const aTed = () => aTedBody(payee.walletId, { transaction_pin: PIN });
  const makeEndpoint = (http: HttpClient, path: string, key: string) =>
    http.post<PostbackEndpoint>(
      ENDPOINTS,
      payee.merchant.credentials,
      { url: receiver.url(path), events: ['postback.test'] },
      { 'idempotency-key': key },
    );
  const tryOut = async (http: HttpClient, { id, secret }: PostbackEndpoint): Promise<string> => {
    const { body } = await http.post<PostbackDelivery>(
      `${ENDPOINTS}/${id}/test`,
      payee.merchant.credentials,
      undefined,
    );
    const postback = await eventually(() => {
      const found = receiver.requests.find(({ headers }) => headers['webhook-id'] === body.data.event_id);
      if (!found) throw new Error('It has not come yet.');
      return found;
    });
    return (verifyPostback(postback, secret!, Date.now()) as EventPayload).event;
  };
  /** What needs a key beside the first. */
  const needed = async (keys: readonly string[]): Promise<Record<string, number>> => {
    const lines = await Promise.all(
      SERVICES.map((service) => reportSecrets(platform.database(service.name), service, keys)),
    );
    expect(lines.flat().filter(({ unreadable }) => unreadable > 0)).toEqual([]);
    const open = lines.flat().filter(({ earlier }) => earlier > 0);
    return Object.fromEntries([...Map.groupBy(open, ({ what }) => what)].map(([what, all]) => [what, all.length]));
  };
  const rewrap = async (keys: readonly string[]) => {
    for (const service of SERVICES) await rewrapSecrets(platform.database(service.name), service, keys);
  };

  it('everything goes on, step by step, and in the end nothing needs the old key', async () => {
    const key = newId();
    expect((await payee.setPin({ pin: PIN })).status).toBe(200);
    const ted = aTed();
    const first = await withdraw(platform.http, ted);
    expect(first.status).toBe(201);
    const endpoint = await makeEndpoint(platform.http, '/first', key);
    expect(endpoint.status).toBe(201);

    // Behind the old one, in the gateways first: what they seal, services that were not restarted still open.
    const behind = await gatewayWith(OLD, NEW);
    expect((await withdraw(behind, aTed())).status).toBe(201);
    await restartWith(OLD, NEW);
    expect((await withdraw(platform.http, aTed())).status).toBe(201);

    // In front: what is sealed under the new key, whoever has it behind opens.
    const inFront = await gatewayWith(NEW, OLD);
    expect((await withdraw(inFront, aTed())).status).toBe(201);
    const late = await makeEndpoint(inFront, '/late', newId());
    await restartWith(NEW, OLD);
    for (const http of [behind, inFront]) {
      expect((await withdraw(http, aTed())).status).toBe(201);
      expect((await withdraw(http, ted)).body.data.id).toBe(first.body.data.id);
      expect((await makeEndpoint(http, '/first', key)).body.data).toEqual(endpoint.body.data);
      expect((await makeEndpoint(http, '/other', key)).body.error).toBe('idempotency_key_reused');
      expect(await tryOut(http, endpoint.body.data)).toBe('postback.test');
      expect(await tryOut(http, late.body.data)).toBe('postback.test');
    }

    const both = [NEW, OLD];
    expect(Object.keys(await needed(both)).toSorted()).toEqual([
      'destinations of withdrawals under way',
      'kept answers with a secret',
      'requests under idempotency keys',
      'signing secrets of postback endpoints',
    ]);
    await rewrap(both);
    expect(Object.keys(await needed(both))).toEqual(['requests under idempotency keys']);
    expect((await makeEndpoint(inFront, '/first', key)).body.data).toEqual(endpoint.body.data);

    // 25 hours later.
    for (const { name } of SERVICES) {
      await platform.database(name).query(`DELETE FROM idempotency_keys WHERE fingerprint NOT LIKE '%|%'`);
    }
    expect(await needed(both)).toEqual({});

    const alone = await gatewayWith(NEW);
    await restartWith(NEW);
    expect((await withdraw(alone, aTed())).status).toBe(201);
    expect((await withdraw(alone, { ...aTed(), transaction_pin: '9999' })).body.error).toBe('transaction_pin_invalid');
    expect(await tryOut(alone, endpoint.body.data)).toBe('postback.test');
    expect((await payee.act(first.body.data.id, 'complete')).body.data.status).toBe('completed');
    expect(await needed([NEW])).toEqual({});
  });

  it('says which PINs still wait for their next use', async () => {
    await platform.database('ledger').query('UPDATE transaction_pins SET key_id = NULL');
    expect(await needed([NEW, OLD])).toMatchObject({ 'transaction PINs': 1 });
    expect(await needed([NEW])).not.toHaveProperty('transaction PINs');
  });
});
