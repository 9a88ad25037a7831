import type { ApiKey, Charge, Receivable } from '@centavo/contracts';
import { aChargeBody, eventually } from '@centavo/testing';
import { accessOf, type Access } from '../../apps/gateway/src/auth/access.js';
import { OPERATOR, type Credentials, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { createSubmerchant } from '../support/submerchants.js';
import { AN_ENDPOINT_BODY, ROWS, type Owned } from './isolation-rows.js';
import { SERVER_OWNED } from './server-owned.js';

let platform: TestPlatform;
let owner: TestMerchant;
let other: TestMerchant;
let owned: Owned;
let callers: Record<'public only' | 'revoked' | 'suspended' | 'wrong address', Credentials>;

beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0', AUTH_FAILURES_PER_MINUTE: '100000' });
  [owner, other] = [await platform.http.createMerchant(), await platform.http.createMerchant()];
  owned = await ownedBy(owner);
  const suspended = await platform.http.createMerchant();
  const revoked = await newKey(owner);
  const elsewhere = await newKey(owner, { allowed_ips: ['203.0.113.0/24'] });
  await platform.http.call('DELETE', `/v1/api-keys/${revoked.id}`, { as: owner.credentials });
  await platform
    .database('onboarding')
    .query(`UPDATE merchants SET status = 'suspended' WHERE id = $1`, [suspended.merchant.id]);
  callers = {
    'public only': { publicKey: owner.credentials.publicKey },
    revoked: revoked.credentials,
    suspended: suspended.credentials,
    'wrong address': elsewhere.credentials,
  };
  await eventually(async () => (await platform.http.get('/v1/charges', revoked.credentials)).status === 401);
  await eventually(async () => (await platform.http.post('/v1/api-keys', suspended.credentials, {})).status === 403);
});
afterAll(() => platform.stop());

async function newKey(merchant: TestMerchant, fields: object = {}) {
  const { body } = await platform.http.post<ApiKey>('/v1/api-keys', merchant.credentials, { name: 'k', ...fields });
  const { id, public_key: publicKey, secret_key: secretKey } = body.data;
  return { id, credentials: { publicKey, secretKey: secretKey! } };
}

async function newEndpoint({ credentials }: TestMerchant): Promise<string> {
  const { body } = await platform.http.post<{ id: string }>('/v1/postbacks/endpoints', credentials, AN_ENDPOINT_BODY);
  return body.data.id;
}

async function ownedBy(merchant: TestMerchant): Promise<Owned> {
  const charge = await platform.http.post<Charge>('/v1/charges', merchant.credentials, aChargeBody());
  const receivables = await eventually(async () => {
    const { body } = await platform.http.get<Receivable[]>('/v1/receivables', merchant.credentials);
    return body.data.length > 0 && body.data;
  });
  return {
    chargeId: charge.body.data.id,
    receivableId: (receivables as Receivable[])[0]!.id,
    walletId: merchant.wallet.id,
    apiKeyId: (await newKey(merchant)).id,
    merchantId: merchant.merchant.id,
    submerchantId: (await createSubmerchant(platform, merchant)).id,
    endpointId: await newEndpoint(merchant),
  };
}

const routeNames = Object.keys(ROWS);
const accessTo = (name: string): Access => {
  const [method, path] = name.split(' ') as [string, string];
  return method === 'OPTIONS' ? 'public' : accessOf(path);
};
const merchantRoutes = routeNames.filter((name) => ['public_key', 'secret_key'].includes(accessTo(name)));
const operatorRoutes = routeNames.filter((name) => accessTo(name) === 'operator');
const isRead = (name: string) => name.startsWith('GET ');

async function callRoute(name: string, as: Credentials | undefined, extra: object = {}): Promise<Reply> {
  const [method, path] = name.split(' ') as [string, string];
  const { id, body } = ROWS[name]!;
  const scene = { platform, owner, owned };
  const ids = [(await id?.(scene)) ?? ''].flat();
  const own: unknown = typeof body === 'function' ? await body(scene) : body;
  return platform.http.call(
    method,
    path.replaceAll(/:\w+/g, () => ids.shift() ?? ''),
    { as, ...(body && { body: { ...extra, ...(own as object) } }) },
  );
}

const outcome = ({ status, body }: Reply) => `${status} ${body.error ?? 'ok'}`;

it('has a row for every route that is served', () => {
  const served = platform.gateway.routes
    .filter(({ method, path }) => method !== 'HEAD' && !/^\/(docs|openapi)/.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  expect(routeNames.toSorted()).toEqual(served.toSorted());
});

describe.each(merchantRoutes)('%s', (name) => {
  it('lets in nobody without a whole, live key', async () => {
    expect(outcome(await callRoute(name, undefined))).toBe('401 authentication_required');
    const byPublicKey = accessTo(name) === 'public_key' ? '201 ok' : '403 secret_key_required';
    expect(outcome(await callRoute(name, callers['public only']))).toBe(byPublicKey);
    expect(outcome(await callRoute(name, callers.revoked))).toBe('401 invalid_api_key');
    expect(outcome(await callRoute(name, callers['wrong address']))).toBe('403 ip_not_allowed');
    expect(outcome(await callRoute(name, OPERATOR))).toBe('401 authentication_required');
  });

  it('shows another merchant nothing of the owner', async () => {
    const reply = await callRoute(name, other.credentials);
    expect(reply.status === 404).toBe(name.includes('/:id'));
    const text = JSON.stringify(reply.body);
    for (const id of Object.values(owned)) expect(text).not.toContain(id);
  });

  it('lets a suspended merchant read at most', async () => {
    const reply = await callRoute(name, callers.suspended);
    const expected = isRead(name) ? (name.includes('/:id') ? 404 : 200) : 403;
    expect(reply.status).toBe(expected);
  });

  it('answers its owner', async () => {
    expect([200, 201]).toContain((await callRoute(name, owner.credentials)).status);
  });
});

describe.each(operatorRoutes)('%s', (name) => {
  it('is for operators alone', async () => {
    expect(outcome(await callRoute(name, undefined))).toBe('401 authentication_required');
    expect(outcome(await callRoute(name, owner.credentials))).toBe('401 authentication_required');
    expect([200, 201]).toContain((await callRoute(name, OPERATOR)).status);
  });
});

describe.each(routeNames.filter((name) => ROWS[name]!.body))('%s', (name) => {
  it('applies no field that the server decides', async () => {
    const as = name.includes('/admin/') ? OPERATOR : owner.credentials;
    const { status, body } = await callRoute(name, as, SERVER_OWNED);
    expect([200, 201]).toContain(status);
    const text = JSON.stringify(body);
    for (const value of Object.values(SERVER_OWNED)) expect(text).not.toContain(String(value));
  });
});
