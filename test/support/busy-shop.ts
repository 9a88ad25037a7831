import type {
  Anticipation,
  Charge,
  CreateChargeDto,
  PaymentLink,
  PostbackEndpoint,
  PostbackEvent,
  Receivable,
} from '@centavo/contracts';
import {
  aChargeBodyBy,
  aDocumentBody,
  aPayLinkBody,
  aPaymentLinkBody,
  aSubmerchantBody,
  aTedBody,
  aWithdrawalBody,
  eventually,
} from '@centavo/testing';
import { OPERATOR, type Reply } from '../http-client.js';
import type { TestPlatform } from '../platform.js';
import { DossierClient } from './dossiers.js';
import { Payee } from './payee.js';
import { createSubmerchant } from './submerchants.js';

const BALANCE = 100_000;
const FAR = '2099-12-31';
const NOTES = 'Conferido';

/** What a charge may tell beside what it must: the examples of the catalogue tell it too. */
const ORDER = {
  shipping_amount: 1_500,
  metadata: { order: '1001' },
  soft_descriptor: 'LOJA DO ZE',
  shipping_address: {
    street: 'Rua Augusta',
    number: '1500',
    neighborhood: 'Consolação',
    city: 'São Paulo',
    state: 'SP',
    zip_code: '01304001',
  },
} satisfies Partial<CreateChargeDto>;

/** That one payer can use. */
const LINK = {
  max_uses: 1,
  description: 'Algodão',
  expires_at: FAR,
  redirect_url: 'https://loja.example/obrigado',
  cover_image_url: 'https://loja.example/camiseta.jpg',
  metadata: { order: '1001' },
};
/** Nothing expires that is not to come when it is asked for, however slow the machine. */
const SOON_MS = 3_000;

const PROFILE = {
  phone: '+5511987654321',
  website: 'https://loja.example',
  description: 'Roupas',
  soft_descriptor: 'LOJA DO ZE',
  business_type: 'physical',
  product_categories: ['clothing'],
  average_ticket: 15_000,
  monthly_revenue: 2_000_000,
  mcc: '5651',
  cnaes: [{ code: '4781400', description: 'Roupas', is_primary: true }],
};

/** A merchant to whom everything happens that there are events of. */
export class BusyShop {
  private constructor(
    private readonly platform: TestPlatform,
    private readonly payee: Payee,
    private readonly dossiers: DossierClient,
  ) {}

  /** Its operator looks at every anticipation. */
  static async open(platform: TestPlatform): Promise<BusyShop> {
    const payee = await Payee.open(platform, BALANCE);
    const { id } = payee.merchant.merchant;
    const body = { anticipation: { review: 'manual' } };
    await platform.http.call('PATCH', `/admin/v1/merchants/${id}`, { as: OPERATOR, body });
    await eventually(async () => {
      const [terms] = await platform
        .database('ledger')
        .query<{ review: string }>(
          `SELECT anticipation->>'review' AS review FROM merchant_terms WHERE merchant_id = $1`,
          [id],
        );
      return terms?.review === 'manual';
    });
    return new BusyShop(platform, payee, new DossierClient(platform.http, payee.merchant));
  }

  async readCatalogue(): Promise<PostbackEvent[]> {
    const { credentials } = this.payee.merchant;
    return (await this.platform.http.get<PostbackEvent[]>('/v1/postbacks/events', credentials)).body.data;
  }

  async hearAt(url: string): Promise<PostbackEndpoint> {
    return this.#ask<PostbackEndpoint>('/v1/postbacks/endpoints', { url, events: ['*'] });
  }

  /** @param id of an endpoint */
  tryEndpoint(id: string): Promise<unknown> {
    return this.#ask(`/v1/postbacks/endpoints/${id}/test`);
  }

  /** Everything else. */
  async trade(): Promise<void> {
    await Promise.all([
      this.#sellByCard(),
      this.#sellByCode(),
      this.#sellByLink(),
      this.#dispute(),
      this.#anticipate(),
      this.#withdraw(),
      this.#takeIn(),
      this.#fileDocuments(),
    ]);
    await this.#ask('/sandbox/v1/settlements/run', { until: FAR });
  }

  async #sellByCard(): Promise<void> {
    const anAuthorization = { payment_details: { token: 'tok_visa', capture: false } };
    const { id } = await this.#charge('authorized', 'credit_card', anAuthorization);
    await this.#ask(`/v1/charges/${id}/capture`);
    const taken = await this.#charge('authorized', 'credit_card', anAuthorization);
    await this.#ask(`/v1/charges/${taken.id}/void`);
    const [inPart, whole] = [await this.#soldByCard(), await this.#soldByCard()];
    await this.#ask(`/v1/charges/${inPart.id}/refund`, { amount: 5_000 });
    await this.#ask(`/v1/charges/${whole.id}/refund`);
    await this.#receivablesOf(whole.id, 'canceled');
    await this.#charge('failed', 'credit_card', { payment_details: { token: 'tok_insufficient_funds' } });
    await this.#charge('captured', 'debit_card');
  }

  async #sellByCode(): Promise<void> {
    const { id } = await this.#charge('pending', 'pix');
    await this.#ask(`/sandbox/v1/charges/${id}/pay`);
    await this.#ask(`/v1/charges/${id}/refund`);
    const boletos = [await this.#charge('pending', 'boleto'), await this.#charge('pending', 'boleto')] as const;
    await this.#ask(`/sandbox/v1/charges/${boletos[0].id}/pay`);
    await this.#ask(`/sandbox/v1/charges/${boletos[1].id}/expire`);
  }

  async #sellByLink(): Promise<void> {
    const link = (fields: object = {}) =>
      this.#ask<PaymentLink>('/v1/payment-links', aPaymentLinkBody({ ...LINK, ...fields }));
    const { id } = await link();
    taken(await this.platform.http.call('POST', `/pay/${id}/charges`, { body: aPayLinkBody('pix') }));
    await this.#ask(`/v1/payment-links/${(await link()).id}/deactivate`);
    await link({ expires_at: new Date(Date.now() + SOON_MS).toISOString() });
  }

  async #dispute(): Promise<void> {
    const seller = await createSubmerchant(this.platform, this.payee.merchant);
    const won = await this.#charge('captured', 'credit_card', {
      payment_details: { token: 'tok_visa', installments: 2 },
      splits: [{ recipient_id: seller.id, type: 'percentage', amount: 50 }],
    });
    await this.#receivablesOf(won.id, 'pending', 4);
    await this.#ask(`/sandbox/v1/charges/${won.id}/chargeback`);
    await this.#receivablesOf(won.id, 'suspended', 4);
    await this.#ask(`/sandbox/v1/charges/${won.id}/chargeback/won`);
    const lost = await this.#soldByCard();
    await this.#ask(`/sandbox/v1/charges/${lost.id}/chargeback`);
    await this.#receivablesOf(lost.id, 'suspended');
    await this.#ask(`/sandbox/v1/charges/${lost.id}/chargeback/lost`);
  }

  async #anticipate(): Promise<void> {
    const [approved, rejected, canceled] = [await this.#request(), await this.#request(), await this.#request()];
    await this.#decide(`anticipations/${approved.id}`, 'approved');
    await this.#decide(`anticipations/${rejected.id}`, 'rejected');
    await this.#ask(`/v1/anticipations/${canceled.id}/cancel`);
  }

  async #request(): Promise<Anticipation> {
    const { id } = await this.#soldByCard();
    const receivables = await this.#receivablesOf(id, 'pending');
    const body = {
      anticipation_type: 'spot',
      receivable_ids: receivables.map((receivable) => receivable.id),
      metadata: { batch: '1' },
    };
    return this.#ask<Anticipation>('/v1/anticipations', body);
  }

  async #withdraw(): Promise<void> {
    const { walletId } = this.payee;
    const fields = { amount: 1_000, metadata: { payout: '1' } };
    const paid = await this.payee.withdrawal(aWithdrawalBody(walletId, fields));
    await this.payee.ends(paid.id, 'completed');
    const refused = await this.payee.withdrawal(aWithdrawalBody(walletId, { ...fields, pix_key: 'fail@example.com' }));
    await this.payee.ends(refused.id, 'failed');
    const waiting = await this.payee.withdrawal(aTedBody(walletId, fields));
    await this.payee.act(waiting.id, 'cancel');
  }

  async #takeIn(): Promise<void> {
    const register = () => createSubmerchant(this.platform, this.payee.merchant, aSubmerchantBody(PROFILE));
    const [good, bad] = [await register(), await register()];
    for (const status of ['in_review', 'approved', 'suspended', 'blocked']) {
      await this.#decide(`submerchants/${good.id}`, status);
    }
    await this.#decide(`submerchants/${bad.id}`, 'in_review');
    await this.#decide(`submerchants/${bad.id}`, 'rejected');
  }

  async #fileDocuments(): Promise<void> {
    const submerchant = await createSubmerchant(this.platform, this.payee.merchant);
    const file = (fields: Parameters<typeof aDocumentBody>[0]) =>
      this.dossiers.document(submerchant, { expires_at: FAR, ...fields });
    const approved = await file({ type: 'social_contract' });
    await this.#decide(`submerchant-documents/${approved.id}`, 'approved');
    const rejected = await file({ type: 'cnpj_card' });
    await this.#decide(`submerchant-documents/${rejected.id}`, 'rejected');
    await file({ type: 'cnpj_card' });
    await file({ type: 'contract_amendment', expires_at: '2020-01-01' });
  }

  async #charge(
    status: Charge['status'],
    method: Charge['payment_method'],
    fields: Partial<CreateChargeDto> = {},
  ): Promise<Charge> {
    const body = aChargeBodyBy(method, { ...ORDER, ...fields });
    const headers = status === 'pending' ? undefined : { prefer: 'wait=10' };
    const charge = await this.#ask<Charge>('/v1/charges', body, headers);
    if (charge.status !== status) throw new Error(`The charge is ${charge.status}.`);
    return charge;
  }

  /** Captured, and the ledger has heard of it. */
  async #soldByCard(): Promise<Charge> {
    const charge = await this.#charge('captured', 'credit_card');
    await this.#receivablesOf(charge.id, 'pending');
    return charge;
  }

  /** Waits until the charge has so many, and all of them the status: the next step would be another one otherwise. */
  async #receivablesOf(chargeId: string, status: Receivable['status'], count = 1): Promise<Receivable[]> {
    return eventually(async () => {
      const path = `/v1/receivables?charge_id=${chargeId}`;
      const { body } = await this.platform.http.get<Receivable[]>(path, this.payee.merchant.credentials);
      const found = body.data.filter((receivable) => receivable.status === status);
      if (found.length !== count) throw new Error(`${found.length} of ${count} receivables are ${status}.`);
      return found;
    });
  }

  async #decide(path: string, status: string): Promise<void> {
    taken(await this.platform.http.post(`/admin/v1/${path}/review`, OPERATOR, { status, notes: NOTES }));
  }

  async #ask<Data>(path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<Data> {
    return taken(await this.platform.http.post<Data>(path, this.payee.merchant.credentials, body, headers));
  }
}

function taken<Data>({ status, body }: Reply<Data>): Data {
  if (status !== 200 && status !== 201) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data;
}
