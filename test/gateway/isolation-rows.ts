import {
  commandsOf,
  requeueDeadLetterCommand,
  type Anticipation,
  type Charge,
  type CreateChargeDto,
  type DeadLetter,
  type PaymentLink,
  type Receivable,
  type Withdrawal,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import {
  aChargeBody,
  aChargeBodyBy,
  aDocumentBody,
  aPaymentLinkBody,
  aRepresentativeBody,
  aSubmerchantBody,
  anAddressBody,
  aTedBody,
  aWithdrawalBody,
  eventually,
  type WithdrawalBody,
} from '@centavo/testing';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import type { TestPlatform } from '../platform.js';
import { CARD, CardSender, publicHalf } from '../support/card-sender.js';

/** Who plays, and what belongs to the owner. */
export interface Scene {
  readonly platform: TestPlatform;
  readonly owner: TestMerchant;
  readonly owned: Owned;
}

/** One resource of each kind that belongs to the owner. */
export interface Owned {
  readonly chargeId: string;
  readonly receivableId: string;
  readonly walletId: string;
  readonly apiKeyId: string;
  readonly merchantId: string;
  readonly submerchantId: string;
  readonly endpointId: string;
}

type Made<T> = T | Promise<T>;

/** What a route is called with. */
export interface Row {
  /** One of the owner's; where a call uses it up, another one each time. Several where the path has several, in its order. */
  readonly id?: (scene: Scene) => Made<string | readonly string[]>;
  readonly body?: object | ((scene: Scene) => Made<object>);
}

const anAuthorization = aChargeBody({ payment_details: { token: 'tok_visa', capture: false } });
const authorized = (scene: Scene) => chargeOfOwner(scene, anAuthorization, 'authorized');
const captured = (scene: Scene) => chargeOfOwner(scene, aChargeBody(), 'captured');
const unpaid = (scene: Scene) => chargeOfOwner(scene, aChargeBodyBy('pix'), 'pending');

async function chargeOfOwner(
  { platform, owner }: Scene,
  body: CreateChargeDto,
  status: Charge['status'],
): Promise<string> {
  const made = await platform.http.post<Charge>('/v1/charges', owner.credentials, body, { prefer: 'wait=10' });
  expect(made.body.data.status).toBe(status);
  return made.body.data.id;
}

async function disputed(scene: Scene): Promise<string> {
  const id = await captured(scene);
  const { platform, owner } = scene;
  await platform.http.call('POST', `/sandbox/v1/charges/${id}/chargeback`, { as: owner.credentials });
  return id;
}

async function anEncryptedCard({ platform, owner }: Scene): Promise<object> {
  const sender = await CardSender.start(platform, publicHalf(owner));
  return { card: await sender.encrypt(CARD) };
}

/** A command that is no JSON: its service puts it aside. */
async function deadLetter({ platform }: Scene): Promise<string> {
  const type = requeueDeadLetterCommand('ledger');
  const [id, topic] = [newId(), commandsOf('ledger')];
  await platform.bus.publish([{ topic, id, type, key: id, value: 'no JSON', headers: {} }]);
  const found = await eventually(async () => {
    const { body } = await platform.http.get<DeadLetter[]>('/admin/v1/dead-letters', OPERATOR);
    return body.data.find((letter) => letter.message_id === id) ?? false;
  });
  return (found as DeadLetter).id;
}

async function aSubmerchant({ platform, owner }: Scene): Promise<string> {
  const { body } = await platform.http.post<{ id: string }>('/v1/submerchants', owner.credentials, aSubmerchantBody());
  return body.data.id;
}

async function aPartOf({ platform, owner, owned }: Scene, parts: string, body: object): Promise<string> {
  const path = `/v1/submerchants/${owned.submerchantId}/${parts}`;
  const made = await platform.http.post<{ id: string }>(path, owner.credentials, body);
  return made.body.data.id;
}

const aDocument = (scene: Scene) => aPartOf(scene, 'documents', aDocumentBody());
const aRepresentative = async (scene: Scene) => [
  scene.owned.submerchantId,
  await aPartOf(scene, 'legal-representatives', aRepresentativeBody()),
];

async function anApiKey({ platform, owner }: Scene): Promise<string> {
  const { body } = await platform.http.post<{ id: string }>('/v1/api-keys', owner.credentials, { name: 'spare' });
  return body.data.id;
}

/** Nobody listens there, and nothing happens that it wants to hear. */
export const AN_ENDPOINT_BODY = { url: 'http://127.0.0.1:9411/', events: ['charge.failed'] };

async function anEndpoint({ platform, owner }: Scene): Promise<string> {
  const path = '/v1/postbacks/endpoints';
  const { body } = await platform.http.post<{ id: string }>(path, owner.credentials, AN_ENDPOINT_BODY);
  return body.data.id;
}

const theEndpoint = ({ owned }: Scene) => owned.endpointId;

async function aDelivery({ platform, owner, owned }: Scene): Promise<string> {
  const path = `/v1/postbacks/endpoints/${owned.endpointId}/test`;
  const { body } = await platform.http.call<{ id: string }>('POST', path, { as: owner.credentials });
  return body.data.id;
}

/** A receivable of the owner that nothing was done with. */
async function aReceivable(scene: Scene): Promise<string> {
  const chargeId = await captured(scene);
  const { platform, owner } = scene;
  const found = await eventually(async () => {
    const { body } = await platform.http.get<Receivable[]>(`/v1/receivables?charge_id=${chargeId}`, owner.credentials);
    return body.data[0] ?? false;
  });
  return (found as Receivable).id;
}

const aSpotAnticipation = async (scene: Scene) => ({
  anticipation_type: 'spot',
  receivable_ids: [await aReceivable(scene)],
});

/** From now on an operator looks at the owner's anticipations; the ledger may not have heard of it yet. */
function aPendingAnticipation(scene: Scene): Promise<string> {
  return eventually(async () => {
    const { platform, owner } = scene;
    const manual = { anticipation: { review: 'manual' } };
    await platform.http.call('PATCH', `/admin/v1/merchants/${owner.merchant.id}`, { as: OPERATOR, body: manual });
    const asked = await aSpotAnticipation(scene);
    const { body } = await platform.http.post<Anticipation>('/v1/anticipations', owner.credentials, asked);
    expect(body.data.status).toBe('pending');
    return body.data.id;
  });
}

const THE_PIN = '4071';

/** The owner has money for it. The PIN is looked at where there is one. */
async function fundedBy({ platform, owned }: Scene, body: WithdrawalBody): Promise<WithdrawalBody> {
  const credit = { direction: 'credit', amount: body.amount, description: 'Test money' };
  await platform.http.post(`/admin/v1/wallets/${owned.walletId}/adjustments`, OPERATOR, credit);
  return { ...body, transaction_pin: THE_PIN };
}

async function aWaitingWithdrawal(scene: Scene): Promise<string> {
  const { platform, owner, owned } = scene;
  const asked = await fundedBy(scene, aTedBody(owned.walletId));
  const { body } = await platform.http.post<Withdrawal>('/v1/withdrawals', owner.credentials, asked);
  return body.data.id;
}

async function aPaymentLink({ platform, owner }: Scene): Promise<string> {
  const { body } = await platform.http.post<PaymentLink>('/v1/payment-links', owner.credentials, aPaymentLinkBody());
  return body.data.id;
}

const theSubmerchant = ({ owned }: Scene) => owned.submerchantId;

/** Every route, or a test fails: whoever adds one says here what it needs to be tried. */
export const ROWS: Readonly<Record<string, Row>> = {
  'POST /v1/charges': { body: aChargeBody() },
  'GET /v1/charges': {},
  'GET /v1/charges/:id': { id: ({ owned }) => owned.chargeId },
  'POST /v1/charges/:id/capture': { id: authorized, body: { amount: 5_000 } },
  'POST /v1/charges/:id/void': { id: authorized },
  'POST /v1/charges/:id/refund': { id: captured, body: { amount: 5_000 } },
  'POST /sandbox/v1/charges/:id/pay': { id: unpaid },
  'POST /sandbox/v1/charges/:id/expire': { id: unpaid },
  'POST /sandbox/v1/charges/:id/chargeback': { id: captured },
  'POST /sandbox/v1/charges/:id/chargeback/won': { id: disputed },
  'POST /sandbox/v1/charges/:id/chargeback/lost': { id: disputed },
  'POST /sandbox/v1/settlements/run': { body: { until: '2099-12-31' } },
  'POST /v1/tokens': { body: anEncryptedCard },
  'OPTIONS /v1/tokens': {},
  'GET /v1/tokens/public-key': {},
  'OPTIONS /v1/tokens/public-key': {},
  'POST /v1/submerchants': { body: () => aSubmerchantBody() },
  'GET /v1/submerchants': {},
  'GET /v1/submerchants/:id': { id: theSubmerchant },
  'PATCH /v1/submerchants/:id': { id: theSubmerchant, body: { trade_name: 'Renamed' } },
  'GET /v1/submerchants/:id/requirements': { id: theSubmerchant },
  'POST /admin/v1/submerchants/:id/review': { id: aSubmerchant, body: { status: 'approved', notes: 'fine' } },
  'POST /v1/submerchants/:id/addresses': { id: theSubmerchant, body: anAddressBody() },
  'GET /v1/submerchants/:id/addresses': { id: theSubmerchant },
  'POST /v1/submerchants/:id/documents': { id: theSubmerchant, body: aDocumentBody() },
  'GET /v1/submerchants/:id/documents': { id: theSubmerchant },
  'POST /admin/v1/submerchant-documents/:id/review': { id: aDocument, body: { status: 'approved', notes: 'fine' } },
  'POST /v1/submerchants/:id/legal-representatives': { id: theSubmerchant, body: aRepresentativeBody() },
  'GET /v1/submerchants/:id/legal-representatives': { id: theSubmerchant },
  'PATCH /v1/submerchants/:id/legal-representatives/:representative_id': {
    id: aRepresentative,
    body: { name: 'Renamed' },
  },
  'DELETE /v1/submerchants/:id/legal-representatives/:representative_id': { id: aRepresentative },
  'GET /v1/receivables': {},
  'GET /v1/receivables/summary': {},
  'GET /v1/receivables/:id': { id: ({ owned }) => owned.receivableId },
  'POST /v1/anticipations': { body: aSpotAnticipation },
  'POST /v1/anticipations/simulate': { body: aSpotAnticipation },
  'GET /v1/anticipations': {},
  'GET /v1/anticipations/:id': { id: aPendingAnticipation },
  'POST /v1/anticipations/:id/cancel': { id: aPendingAnticipation },
  'POST /admin/v1/anticipations/:id/review': { id: aPendingAnticipation, body: { status: 'approved', notes: 'fine' } },
  'GET /v1/wallets': {},
  'GET /v1/wallets/:id': { id: ({ owned }) => owned.walletId },
  'GET /v1/wallets/:id/entries': { id: ({ owned }) => owned.walletId },
  'POST /v1/withdrawals': { body: (scene) => fundedBy(scene, aWithdrawalBody(scene.owned.walletId)) },
  'GET /v1/withdrawals': {},
  'GET /v1/withdrawals/:id': { id: aWaitingWithdrawal },
  'POST /v1/withdrawals/:id/cancel': { id: aWaitingWithdrawal },
  'POST /sandbox/v1/withdrawals/:id/complete': { id: aWaitingWithdrawal },
  'POST /sandbox/v1/withdrawals/:id/fail': { id: aWaitingWithdrawal },
  'PUT /v1/transaction-pin': { body: { pin: THE_PIN, current_pin: THE_PIN } },
  'DELETE /v1/transaction-pin': { body: { current_pin: THE_PIN } },
  'DELETE /admin/v1/merchants/:id/transaction-pin': { id: ({ owned }) => owned.merchantId },
  'POST /v1/payment-links': { body: aPaymentLinkBody() },
  'GET /v1/payment-links': {},
  'GET /v1/payment-links/:id': { id: aPaymentLink },
  'PATCH /v1/payment-links/:id': { id: aPaymentLink, body: { title: 'Renamed' } },
  'POST /v1/payment-links/:id/deactivate': { id: aPaymentLink },
  'POST /v1/postbacks/endpoints': { body: { url: 'https://example.com/postbacks', events: ['*'] } },
  'GET /v1/postbacks/endpoints': {},
  'GET /v1/postbacks/endpoints/:id': { id: theEndpoint },
  'PATCH /v1/postbacks/endpoints/:id': { id: theEndpoint, body: { ...AN_ENDPOINT_BODY, status: 'active' } },
  'DELETE /v1/postbacks/endpoints/:id': { id: anEndpoint },
  'POST /v1/postbacks/endpoints/:id/secret/rotate': { id: theEndpoint },
  'POST /v1/postbacks/endpoints/:id/test': { id: theEndpoint },
  'POST /v1/postbacks/endpoints/:id/recover': { id: theEndpoint, body: { since: '2026-01-01' } },
  'GET /v1/postbacks/events': {},
  'GET /v1/postbacks/deliveries': {},
  'GET /v1/postbacks/deliveries/:id': { id: aDelivery },
  'POST /v1/postbacks/deliveries/:id/resend': { id: aDelivery },
  'POST /v1/api-keys': { body: { name: 'another' } },
  'GET /v1/api-keys': {},
  'GET /v1/api-keys/:id': { id: ({ owned }) => owned.apiKeyId },
  'PATCH /v1/api-keys/:id': { id: anApiKey, body: { name: 'renamed', is_active: true } },
  'DELETE /v1/api-keys/:id': { id: ({ owned }) => owned.apiKeyId },
  'POST /admin/v1/merchants': {
    body: { name: 'L', legal_name: 'L', tax_id: '11222333000181', email: 'l@loja.example' },
  },
  'GET /admin/v1/merchants': {},
  'GET /admin/v1/merchants/:id': { id: ({ owned }) => owned.merchantId },
  'PATCH /admin/v1/merchants/:id': {
    id: ({ owned }) => owned.merchantId,
    body: { status: 'active', fees: { pix: { bps: 50, fixed: 0 } } },
  },
  'POST /admin/v1/ledger/verify': {},
  'POST /admin/v1/wallets/:id/adjustments': {
    id: ({ owned }) => owned.walletId,
    body: { direction: 'credit', amount: 1_500, description: 'Fee returned' },
  },
  'GET /admin/v1/audit-log': {},
  'GET /admin/v1/dead-letters': {},
  'POST /admin/v1/dead-letters/:id/requeue': { id: deadLetter },
  'GET /pay/:id': {},
  'GET /pay/assets/:name': {},
  'POST /pay/:id/charges': {},
  'GET /pay/:id/charges/:charge_id': {},
  'POST /pay/:id/charges/:charge_id/void': {},
  'GET /pay/:id/v1/tokens/public-key': {},
  'POST /pay/:id/v1/tokens': {},
  'GET /pix/:id/qr-code.png': {},
  'GET /boletos/:id': {},
  'GET /health': {},
};
