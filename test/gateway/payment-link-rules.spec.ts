import { aPaymentLinkBody } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { ruleTables } from './rule-tables.js';

const having = (fields: object) => () => ({ ...aPaymentLinkBody(), ...fields });

describe('POST /v1/payment-links', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform();
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const { itRefuses, itTakes } = ruleTables((body) => platform.http.post('/v1/payment-links', shop.credentials, body));

  itRefuses([
    ['nothing at all', () => ({}), 'amount required', 'product_type required', 'title required'],
    [
      'whatever breaks a rule, all at once',
      () => ({
        title: '',
        description: 7,
        amount: 0,
        currency: 'USD',
        product_type: 'service',
        submerchant_id: 'x',
        allowed_payment_methods: ['cash'],
        max_installments: 13,
        expires_at: 'tomorrow',
        max_uses: 0,
        redirect_url: 'loja.example',
        cover_image_url: 'ftp://loja.example/capa.jpg',
        metadata: { a: [] },
      }),
      'allowed_payment_methods invalid_value',
      'amount out_of_range',
      'cover_image_url invalid_format',
      'currency invalid_value',
      'description invalid_type',
      'expires_at invalid_format',
      'max_installments out_of_range',
      'max_uses out_of_range',
      'metadata invalid_value',
      'product_type invalid_value',
      'redirect_url invalid_format',
      'submerchant_id invalid_format',
      'title invalid_length',
    ],
    ['no payment method', having({ allowed_payment_methods: [] }), 'allowed_payment_methods invalid_length'],
    [
      'a payment method twice',
      having({ allowed_payment_methods: ['pix', 'pix'] }),
      'allowed_payment_methods invalid_value',
    ],
    ['a date that has passed', having({ expires_at: '2020-01-01' }), 'expires_at out_of_range'],
    ['a date-time without its zone', having({ expires_at: '2099-01-01T12:00:00' }), 'expires_at invalid_format'],
    [
      'an address that a browser would run',
      having({ redirect_url: 'javascript:alert(1)' }),
      'redirect_url invalid_format',
    ],
    [
      'an address with a password',
      having({ redirect_url: 'https://ana:x@loja.example' }),
      'redirect_url invalid_format',
    ],
    [
      'an address with a host that would end a policy',
      having({ cover_image_url: 'https://x;sandbox,y/capa.png' }),
      'cover_image_url invalid_format',
    ],
    [
      'an address that is too long',
      having({ cover_image_url: `https://loja.example/${'a'.repeat(2048)}` }),
      'cover_image_url invalid_length',
    ],
    ['half an installment', having({ max_installments: 1.5 }), 'max_installments invalid_type'],
    ['more uses than can be counted', having({ max_uses: 2 ** 31 }), 'max_uses out_of_range'],
  ]);

  itTakes([
    ['a plain date', having({ expires_at: '2099-12-31' })],
    ['the largest amount', having({ amount: 1_000_000_000_000 })],
    ['as many uses as can be counted', having({ max_uses: 2 ** 31 - 1 })],
    ['an address with a name in Portuguese', having({ redirect_url: 'https://promoção.example:8443/a;b' })],
    ['an address by number', having({ redirect_url: 'http://[2001:db8::1]/obrigado' })],
    ['an address by http, in the sandbox', having({ redirect_url: 'http://localhost:8080/obrigado' })],
  ]);
});
