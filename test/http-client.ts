import type { ApiKey, ErrorDetail, Merchant, Wallet } from '@centavo/contracts';
import { newId } from '@centavo/runtime';

/** The operator token of `testSettings`. */
const OPERATOR_TOKEN = 'operator-token-for-tests';

/** Who calls: a key pair, a public key alone, or raw header text. */
export type Credentials = { readonly publicKey: string; readonly secretKey?: string } | string;

export interface Call {
  readonly as?: Credentials;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer as the API gives it; `data` is whatever the caller says it is. */
export interface Reply<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly success: boolean;
    readonly message: string;
    readonly data: Data;
    readonly pagination?: { page: number; perPage: number; total: number; totalPages: number };
    readonly error?: string;
    readonly details?: ErrorDetail[];
    readonly request_id?: string;
  };
}

/** A merchant to test with, and the pair it calls with. */
export interface TestMerchant {
  readonly merchant: Merchant;
  readonly wallet: Wallet;
  readonly apiKey: ApiKey;
  readonly credentials: { readonly publicKey: string; readonly secretKey: string };
}

export const authorizationOf = (credentials: Credentials): string =>
  typeof credentials === 'string'
    ? credentials
    : `Basic ${Buffer.from(`${credentials.publicKey}:${credentials.secretKey ?? ''}`).toString('base64')}`;

export const OPERATOR = `Bearer ${OPERATOR_TOKEN}`;

/** Calls the gateway the way a merchant's system does. */
export class HttpClient {
  constructor(readonly baseUrl: string) {}

  async call<Data = unknown>(
    method: string,
    path: string,
    { as, body, headers = {} }: Call = {},
  ): Promise<Reply<Data>> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(as !== undefined && { authorization: authorizationOf(as) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Reply<Data>['body'],
    };
  }

  get<Data = unknown>(path: string, as?: Credentials): Promise<Reply<Data>> {
    return this.call<Data>('GET', path, { as });
  }

  post<Data = unknown>(path: string, as: Credentials, body: unknown, headers?: Call['headers']): Promise<Reply<Data>> {
    return this.call<Data>('POST', path, { as, body, headers });
  }

  async createMerchant(name = `Loja ${newId()}`): Promise<TestMerchant> {
    const reply = await this.post<{ merchant: Merchant; wallet: Wallet; api_key: ApiKey }>(
      '/admin/v1/merchants',
      OPERATOR,
      {
        name,
        legal_name: `${name} Ltda`,
        tax_id: '11222333000181',
        email: 'financeiro@loja.example',
      },
    );
    if (reply.status !== 201) throw new Error(`no merchant: ${JSON.stringify(reply.body)}`);
    const { merchant, wallet, api_key: apiKey } = reply.body.data;
    return {
      merchant,
      wallet,
      apiKey,
      credentials: { publicKey: apiKey.public_key, secretKey: apiKey.secret_key! },
    };
  }
}
