import { request } from 'undici';
import type { Credentials } from './credentials.js';

const DEMO_LINK = {
  title: 'Camiseta de algodão',
  description: 'Malha penteada, feita no Brasil. Tamanho M.',
  amount: 7990,
  product_type: 'physical',
  max_installments: 3,
};

const LINKS = '/v1/payment-links';

interface Answer {
  readonly data: Link | readonly Link[];
  readonly pagination?: { readonly total: number };
}

interface Link {
  readonly status: string;
  readonly checkout_url: string;
}

/**
 * Where the demo merchant's first payment link is paid. Who has no link yet gets one; the fixed idempotency key keeps it the only one,
 * whatever dies on the way.
 * @returns null when it cannot be paid any more, or the merchant's keys are no longer what they were: nothing that a start depends on
 */
export async function demoLinkUrl(
  baseUrl: string,
  { public_key, secret_key }: NonNullable<Credentials['merchant']>,
): Promise<string | null> {
  const call = caller(baseUrl, `${public_key}:${secret_key}`);
  const { pagination } = await call('GET', `${LINKS}?perPage=1`);
  if (!pagination) return null;
  // The newest come first, and each page has one.
  const first = await (pagination.total === 0
    ? call('POST', LINKS, DEMO_LINK)
    : call('GET', `${LINKS}?perPage=1&page=${pagination.total}`));
  const [link] = [first.data].flat();
  return link?.status === 'active' ? link.checkout_url : null;
}

const caller =
  (baseUrl: string, keys: string) =>
  async (method: 'GET' | 'POST', path: string, content?: object): Promise<Answer> => {
    const { body } = await request(baseUrl + path, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(keys).toString('base64')}`,
        'content-type': 'application/json',
        'idempotency-key': 'demo-payment-link',
      },
      body: content && JSON.stringify(content),
    });
    return (await body.json()) as Answer;
  };
