import type { LegalRepresentative, Submerchant, SubmerchantDocument } from '@centavo/contracts';
import { aDocumentBody, aRepresentativeBody } from '@centavo/testing';
import type { HttpClient, Reply, TestMerchant } from '../http-client.js';

type Identified = Pick<Submerchant, 'id'>;

/** What a merchant hands in about its submerchants. */
export class DossierClient {
  constructor(
    private readonly http: HttpClient,
    private readonly merchant: Pick<TestMerchant, 'credentials'>,
  ) {}

  addDocument(to: Identified, body: unknown, headers?: Record<string, string>): Promise<Reply<SubmerchantDocument>> {
    return this.#call('POST', `${to.id}/documents`, body, headers);
  }

  /** One that is taken. */
  async document(of: Identified, fields: Parameters<typeof aDocumentBody>[0] = {}): Promise<SubmerchantDocument> {
    return taken(await this.addDocument(of, aDocumentBody(fields)));
  }

  async documents(of: Identified): Promise<SubmerchantDocument[]> {
    return taken(await this.#call('GET', `${of.id}/documents`));
  }

  addRepresentative(
    to: Identified,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<LegalRepresentative>> {
    return this.#call('POST', `${to.id}/legal-representatives`, body, headers);
  }

  /** One that is taken. */
  async representative(
    of: Identified,
    fields: Parameters<typeof aRepresentativeBody>[0] = {},
  ): Promise<LegalRepresentative> {
    return taken(await this.addRepresentative(of, aRepresentativeBody(fields)));
  }

  async representatives(of: Identified): Promise<LegalRepresentative[]> {
    return taken(await this.#call('GET', `${of.id}/legal-representatives`));
  }

  changeRepresentative(of: Identified, id: string, body: unknown): Promise<Reply<LegalRepresentative>> {
    return this.#call('PATCH', `${of.id}/legal-representatives/${id}`, body);
  }

  deleteRepresentative(of: Identified, id: string): Promise<Reply<{ id: string; deleted: true }>> {
    return this.#call('DELETE', `${of.id}/legal-representatives/${id}`);
  }

  #call<Data>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply<Data>> {
    return this.http.call<Data>(method, `/v1/submerchants/${path}`, { as: this.merchant.credentials, body, headers });
  }
}

function taken<Data>({ status, body }: Reply<Data>): Data {
  if (status !== 200 && status !== 201) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data;
}

/** What a refusal says: the error, then every broken rule as `field code`, sorted. */
export const refusalOf = ({ status, body: { error, details = [] } }: Reply): string[] => [
  `${status} ${error}`,
  ...details.map(({ field, code }) => `${field} ${code}`).toSorted(),
];
