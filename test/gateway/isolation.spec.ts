import {
  commandsOf,
  requeueDeadLetterCommand,
  type ApiKey,
  type Charge,
  type CreateChargeDto,
  type DeadLetter,
  type Receivable,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, aChargeBodyBy, eventually } from '@centavo/testing';
import { accessOf, type Access } from '../../apps/gateway/src/auth/access.js';
import { OPERATOR, type Credentials, type Reply, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { CARD, CardSender, publicHalf } from '../support/card-sender.js';

/** What a route is called with. `id` is one of the owner's; where a call uses it up, another one each time. */
interface Row {
  readonly id?: (owned: Owned) => string | Promise<string>;
  readonly body?: object | (() => Promise<object>);
}

/** One resource of each kind that belongs to the owner. */
interface Owned {
  readonly chargeId: string;
  readonly receivableId: string;
  readonly walletId: string;
  readonly apiKeyId: string;
  readonly merchantId: string;
}

const anAuthorization = aChargeBody({ payment_details: { token: 'tok_visa', capture: false } });
const authorized = () => chargeOfOwner(anAuthorization, 'authorized');
const captured = () => chargeOfOwner(aChargeBody(), 'captured');
const unpaid = () => chargeOfOwner(aChargeBodyBy('pix'), 'pending');

const anEncryptedCard = async () => {
  const sender = await CardSender.start(platform, publicHalf(owner));
  return { card: await sender.encrypt(CARD) };
};

/** A command that is no JSON: its service puts it aside. */
async function deadLetter(): Promise<string> {
  const type = requeueDeadLetterCommand('ledger');
  const [id, topic] = [newId(), commandsOf('ledger')];
  await platform.bus.publish([{ topic, id, type, key: id, value: 'no JSON', headers: {} }]);
  const found = await eventually(async () => {
    const { body } = await platform.http.get<DeadLetter[]>('/admin/v1/dead-letters', OPERATOR);
    return body.data.find((letter) => letter.message_id === id) ?? false;
  });
  return (found as DeadLetter).id;
}

async function disputed(): Promise<string> {
  const id = await captured();
  await platform.http.call('POST', `/sandbox/v1/charges/${id}/chargeback`, { as: owner.credentials });
  return id;
}

/** Every route, or the test below fails: whoever adds one says here what it needs to be tried. */
const ROWS: Readonly<Record<string, Row>> = {
  'POST /v1/charges': { body: aChargeBody() },
  'GET /v1/charges': {},
  'GET /v1/charges/:id': { id: ({ chargeId }) => chargeId },
  'POST /v1/charges/:id/capture': { id: authorized, body: { amount: 5_000 } },
  'POST /v1/charges/:id/void': { id: authorized },
  'POST /v1/charges/:id/refund': { id: captured, body: { amount: 5_000 } },
  'POST /sandbox/v1/charges/:id/pay': { id: unpaid },
  'POST /sandbox/v1/charges/:id/expire': { id: unpaid },
  'POST /sandbox/v1/charges/:id/chargeback': { id: captured },
  'POST /sandbox/v1/charges/:id/chargeback/won': { id: disputed },
  'POST /sandbox/v1/charges/:id/chargeback/lost': { id: disputed },
  'POST /v1/tokens': { body: anEncryptedCard },
  'OPTIONS /v1/tokens': {},
  'GET /v1/tokens/public-key': {},
  'OPTIONS /v1/tokens/public-key': {},
  'GET /v1/receivables': {},
  'GET /v1/receivables/:id': { id: ({ receivableId }) => receivableId },
  'GET /v1/wallets': {},
  'GET /v1/wallets/:id': { id: ({ walletId }) => walletId },
  'POST /v1/postbacks/endpoints': { body: { url: 'https://example.com/postbacks', events: ['*'] } },
  'GET /v1/postbacks/endpoints': {},
  'POST /v1/api-keys': { body: { name: 'another' } },
  'GET /v1/api-keys': {},
  'GET /v1/api-keys/:id': { id: ({ apiKeyId }) => apiKeyId },
  'DELETE /v1/api-keys/:id': { id: ({ apiKeyId }) => apiKeyId },
  'POST /admin/v1/merchants': {
    body: { name: 'L', legal_name: 'L', tax_id: '11222333000181', email: 'l@loja.example' },
  },
  'GET /admin/v1/merchants': {},
  'GET /admin/v1/merchants/:id': { id: ({ merchantId }) => merchantId },
  'GET /admin/v1/dead-letters': {},
  'POST /admin/v1/dead-letters/:id/requeue': { id: deadLetter },
  'GET /pix/:id/qr-code.png': {},
  'GET /boletos/:id': {},
  'GET /health': {},
};

/** Sent with every write; none may come back. */
const SERVER_OWNED = {
  id: '01900000-0000-7000-8000-00000000aaaa',
  merchant_id: '01900000-0000-7000-8000-00000000bbbb',
  wallet_id: '01900000-0000-7000-8000-00000000cccc',
  owner_id: '01900000-0000-7000-8000-00000000dddd',
  status: 'server-owned',
  is_active: 'server-owned',
  public_key: 'server-owned',
  secret_key: 'server-owned',
  secret: 'server-owned',
  has_secret: 'server-owned',
  fees: 'server-owned',
  sequence: 737_373,
  authorized_amount: 737_373,
  captured_amount: 737_373,
  refunded_amount: 737_373,
  total_amount: 737_373,
  installments: 737_373,
  external_id: 'server-owned',
  acquirer_name: 'server-owned',
  failure_code: 'server-owned',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
};

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

async function chargeOfOwner(body: CreateChargeDto, status: Charge['status']): Promise<string> {
  const made = await platform.http.post<Charge>('/v1/charges', owner.credentials, body, { prefer: 'wait=10' });
  expect(made.body.data.status).toBe(status);
  return made.body.data.id;
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
  return platform.http.call(method, path.replace(':id', (await id?.(owned)) ?? ''), {
    as,
    ...(body && { body: { ...(typeof body === 'function' ? await body() : body), ...extra } }),
  });
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
    const expected = isRead(name) ? (name.endsWith('/:id') ? 404 : 200) : 403;
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
