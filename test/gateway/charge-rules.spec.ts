import { PAYMENT_METHODS } from '@centavo/contracts';
import { aChargeBody, aChargeBodyBy } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { paidBy, split } from './charge-bodies.js';
import { ruleTables } from './rule-tables.js';

const ofAmount = (amount: unknown) => () => ({ ...aChargeBody(), amount });
const withCustomer = (fields: object) => aChargeBody({ customer: { ...aChargeBody().customer, ...fields } });
const withItem = (fields: object) => aChargeBody({ items: [{ ...aChargeBody().items[0]!, ...fields }] });
const shippedTo = (fields: object = {}) => ({
  ...aChargeBody(),
  shipping_address: {
    street: 'Rua Augusta',
    number: '1500',
    complement: null,
    neighborhood: 'Consolação',
    city: 'São Paulo',
    state: 'SP',
    zip_code: '01304001',
    country: 'BR',
    ...fields,
  },
});
const textOf = (body: object, from: string, to: string) => JSON.stringify(body).replace(from, to);

describe('The body of a charge', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
    shop = await platform.http.createMerchant();
  });
  afterAll(() => platform.stop());

  const create = (body: unknown) => platform.http.post('/v1/charges', shop.credentials, body);
  const { brokenBy, itTakes, itRefuses } = ruleTables(create);

  describe('amounts', () => {
    itTakes([
      ['a million reais', ofAmount(100_000_000)],
      ['the largest amount there is', ofAmount(1_000_000_000_000)],
      ['a number in another notation', () => textOf(aChargeBody({ amount: 12_345 }), '12345', '1e4')],
    ]);
    itRefuses([
      ['nothing', ofAmount(0), 'amount out_of_range'],
      ['less than nothing', ofAmount(-100), 'amount out_of_range'],
      ['more than 10^12', ofAmount(1_000_000_000_001), 'amount out_of_range'],
      [
        'more than a number can be',
        () => textOf(aChargeBody({ amount: 12_345 }), '12345', '1e999'),
        'amount invalid_type',
      ],
      ['a huge number', () => textOf(aChargeBody({ amount: 12_345 }), '12345', '9'.repeat(300)), 'amount out_of_range'],
      ['a fraction of a centavo', ofAmount(99.5), 'amount invalid_type'],
      ['a text', ofAmount('100'), 'amount invalid_type'],
      ['a text in another notation', ofAmount('1e3'), 'amount invalid_type'],
      ['null', ofAmount(null), 'amount required'],
      ['a list', ofAmount([100]), 'amount invalid_type'],
      ['an object', ofAmount({ valueOf: 100 }), 'amount invalid_type'],
      ['true', ofAmount(true), 'amount invalid_type'],
      ['shipping below nothing', () => ({ ...aChargeBody(), shipping_amount: -1 }), 'shipping_amount out_of_range'],
      ['dollars', () => ({ ...aChargeBody(), currency: 'USD' }), 'currency invalid_value'],
    ]);
  });

  describe('the customer', () => {
    itTakes([
      ['a person with a CPF', () => withCustomer({ type: 'individual', tax_id: '52998224725' })],
      ['a company with a CNPJ', () => withCustomer({ type: 'company', tax_id: '11222333000181' })],
      ['a company with letters in its CNPJ', () => withCustomer({ type: 'company', tax_id: '12ABC34501DE35' })],
    ]);
    itRefuses([
      ['a person with a CNPJ', () => withCustomer({ tax_id: '11222333000181' }), 'customer.tax_id invalid_format'],
      ['a company with a CPF', () => withCustomer({ type: 'company' }), 'customer.tax_id invalid_format'],
      ['a tax_id with dots', () => withCustomer({ tax_id: '529.982.247' }), 'customer.tax_id invalid_format'],
      ['a tax_id that is a number', () => withCustomer({ tax_id: 52998224725 }), 'customer.tax_id invalid_type'],
      ['another kind of customer', () => withCustomer({ type: 'person' }), 'customer.type invalid_value'],
      ['an address that is no e-mail', () => withCustomer({ email: 'maria' }), 'customer.email invalid_format'],
      ['a phone of words', () => withCustomer({ phone: 'call me now' }), 'customer.phone invalid_format'],
      ['no name', () => withCustomer({ name: undefined }), 'customer.name required'],
      ['no customer', () => ({ ...aChargeBody(), customer: undefined }), 'customer required'],
    ]);
  });

  describe('the items', () => {
    itTakes([
      ['a gift', () => withItem({ unit_price: 0 })],
      ['items that do not add up to the amount', () => withItem({ unit_price: 7, quantity: 1_000_000 })],
      ['a hundred', () => aChargeBody({ items: Array.from({ length: 100 }, () => aChargeBody().items[0]!) })],
    ]);
    itRefuses([
      ['none', () => aChargeBody({ items: [] }), 'items invalid_length'],
      ['none of something', () => withItem({ quantity: 0 }), 'items.0.quantity out_of_range'],
      ['too many of something', () => withItem({ quantity: 1_000_001 }), 'items.0.quantity out_of_range'],
      ['a price below nothing', () => withItem({ unit_price: -1 }), 'items.0.unit_price out_of_range'],
      ['a text for a flag', () => withItem({ tangible: 'true' }), 'items.0.tangible invalid_type'],
      ['an item that is none', () => ({ ...aChargeBody(), items: [null] }), 'items invalid_type'],
    ]);
    it('refuses more than a hundred', async () => {
      const items = Array.from({ length: 101 }, () => aChargeBody().items[0]!);
      expect(await brokenBy(aChargeBody({ items }))).toEqual(['items invalid_length']);
    });
  });

  describe('the payment method', () => {
    it.each(PAYMENT_METHODS)('%s can be used', async (method) => {
      expect((await create(aChargeBodyBy(method))).status).toBe(201);
    });
    itRefuses([
      [
        'another one, and says nothing of its details',
        () => ({ ...aChargeBody(), payment_method: 'cash', payment_details: { installments: 99 } }),
        'payment_method invalid_value',
      ],
      [
        'none, and says of the details only that they are missing',
        () => ({ ...aChargeBody(), payment_method: undefined, payment_details: undefined }),
        'payment_details required',
        'payment_method required',
      ],
      [
        'one that is no text',
        () => ({ ...aChargeBody(), payment_method: { toString: 'pix' }, payment_details: 7 }),
        'payment_details invalid_type',
        'payment_method invalid_value',
      ],
      [
        'a name that every object has',
        () => ({ ...aChargeBody(), payment_method: 'constructor' }),
        'payment_method invalid_value',
      ],
      ['details that are a list', () => paidBy('pix', []), 'payment_details invalid_type'],
      ['no details', () => paidBy('boleto', null), 'payment_details required'],
    ]);
  });

  describe('addresses and the rest', () => {
    itTakes([
      ['a Brazilian address', () => shippedTo()],
      ['an address without what is optional', () => shippedTo({ complement: undefined, country: undefined })],
      ['a soft descriptor of 13 characters', () => aChargeBody({ soft_descriptor: 'LOJA DA MARIA' })],
      ['metadata of every kind', () => aChargeBody({ metadata: { ação: '💳', count: 7, isGift: true } })],
    ]);
    itRefuses([
      ['a state that Brazil has not', () => shippedTo({ state: 'XX' }), 'shipping_address.state invalid_value'],
      ['a state in lower case', () => shippedTo({ state: 'sp' }), 'shipping_address.state invalid_value'],
      ['a CEP with a dash', () => shippedTo({ zip_code: '01304-00' }), 'shipping_address.zip_code invalid_format'],
      ['a country that is none', () => shippedTo({ country: '🇧🇷' }), 'shipping_address.country invalid_format'],
      [
        'a soft descriptor that is too long',
        () => aChargeBody({ soft_descriptor: 'x'.repeat(14) }),
        'soft_descriptor invalid_length',
      ],
      ['metadata in metadata', () => ({ ...aChargeBody(), metadata: { a: {} } }), 'metadata invalid_value'],
      ['another kind of product', () => ({ ...aChargeBody(), product_type: 'service' }), 'product_type invalid_value'],
    ]);
  });

  it('is told every broken rule at once', async () => {
    const body = {
      ...paidBy('boleto', { due_at: '2020-01-01', instructions: 7 }),
      amount: '100',
      customer: { ...aChargeBody().customer, type: 'company' },
      splits: [split({ amount: 0 }), split({ charge_remainder: 'x' })],
      billing_address: {},
      soft_descriptor: '',
    };
    expect(await brokenBy(body)).toEqual([
      'amount invalid_type',
      'billing_address.city required',
      'billing_address.neighborhood required',
      'billing_address.number required',
      'billing_address.state required',
      'billing_address.street required',
      'billing_address.zip_code required',
      'customer.tax_id invalid_format',
      'payment_details.due_at out_of_range',
      'payment_details.instructions invalid_type',
      'soft_descriptor invalid_length',
      'splits.0.amount out_of_range',
      'splits.1.charge_remainder invalid_type',
    ]);
  });

  it.each([
    ['NaN', () => textOf(aChargeBody({ amount: 12_345 }), '12345', 'NaN')],
    ['a prototype', () => `{"__proto__": {"amount": 1}, ${JSON.stringify(aChargeBody()).slice(1)}`],
    [
      'a prototype deep inside',
      () => textOf(aChargeBody(), '"name":"Maria Silva"', '"__proto__":{"name":"Maria Silva"}'),
    ],
    ['a thousand levels', () => `{"metadata": ${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`],
  ])('with %s is no body at all', async (_, body) => {
    const reply = await create(body());
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_json']);
  });

  it('with keys that objects have anyway is judged by its own', async () => {
    const body = { ...aChargeBody(), constructor: { prototype: { amount: 1 } }, toString: 'x', hasOwnProperty: 1 };
    expect((await create(body)).status).toBe(201);
    expect(await brokenBy({ constructor: aChargeBody(), toString: 'x' })).toContain('amount required');
  });

  it('makes no charge when it is refused', async () => {
    const owner = await platform.http.createMerchant();
    await platform.http.post('/v1/charges', owner.credentials, { ...aChargeBody(), amount: '100' });
    const { body } = await platform.http.get<unknown[]>('/v1/charges', owner.credentials);
    expect(body.data).toEqual([]);
  });
});
