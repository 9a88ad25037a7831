import { request } from 'undici';
import type { Credentials } from './credentials.js';

const DEMO_MERCHANT = {
  name: 'Loja Exemplo',
  legal_name: 'Loja Exemplo Ltda',
  tax_id: '11222333000181',
  email: 'financeiro@loja.example',
};

/**
 * Makes the demo merchant through the operator's own API, once: the fixed idempotency key makes a second start answer as the
 * first, also when the first died before it kept the answer.
 * @throws Error when the API refuses
 */
export async function createDemoMerchant(
  baseUrl: string,
  operatorToken: string,
): Promise<NonNullable<Credentials['merchant']>> {
  const { statusCode, body } = await request(`${baseUrl}/admin/v1/merchants`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${operatorToken}`,
      'content-type': 'application/json',
      'idempotency-key': 'demo-merchant',
    },
    body: JSON.stringify(DEMO_MERCHANT),
  });
  const answer = (await body.json()) as DemoMerchantAnswer;
  if (statusCode !== 201) throw new Error(`The demo merchant could not be made: ${answer.message}`);
  const { merchant, api_key } = answer.data;
  return {
    id: merchant.id,
    wallet_id: merchant.wallet_id,
    public_key: api_key.public_key,
    secret_key: api_key.secret_key,
  };
}

interface DemoMerchantAnswer {
  readonly message: string;
  readonly data: {
    readonly merchant: { readonly id: string; readonly wallet_id: string };
    readonly api_key: { readonly public_key: string; readonly secret_key: string };
  };
}
