import type { Submerchant, SubmerchantAddress } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { anAddressBody } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { createSubmerchant } from '../support/submerchants.js';
import { ruleTables } from './rule-tables.js';

let platform: TestPlatform;
let shop: TestMerchant;
beforeAll(async () => {
  platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  shop = await platform.http.createMerchant();
});
afterAll(() => platform.stop());

const pathOf = ({ id }: Pick<Submerchant, 'id'>) => `/v1/submerchants/${id}/addresses`;

const add = (submerchant: Pick<Submerchant, 'id'>, body: unknown, headers?: Record<string, string>) =>
  platform.http.post<SubmerchantAddress>(pathOf(submerchant), shop.credentials, body, headers);

async function addressesOf(submerchant: Submerchant): Promise<SubmerchantAddress[]> {
  const { body } = await platform.http.get<SubmerchantAddress[]>(pathOf(submerchant), shop.credentials);
  return body.data;
}

const primariesAmong = (addresses: readonly SubmerchantAddress[]) =>
  addresses.filter(({ is_primary }) => is_primary).map(({ id }) => id);

const having = (fields: object) => () => ({ ...anAddressBody(), ...fields });

describe('An address', () => {
  it('has every field of the spec, with defaults for what was not said', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const { status, body } = await add(submerchant, anAddressBody());
    expect(status).toBe(201);
    expect(body.data).toEqual({
      ...anAddressBody(),
      id: expect.any(String) as string,
      submerchant_id: submerchant.id,
      type: 'billing',
      complement: null,
      country: 'BR',
      is_primary: true,
      created_at: expect.any(String) as string,
    });
  });

  it('is listed as it was answered, the newest first', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const first = await add(submerchant, anAddressBody());
    const said = { type: 'shipping', complement: 'Apto 12', country: 'PT' } as const;
    const second = await add(submerchant, anAddressBody(said));
    expect(second.body.data).toMatchObject({ ...said, is_primary: false });
    expect(await addressesOf(submerchant)).toEqual([second.body.data, first.body.data]);
  });

  it('is made once for one idempotency key', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const key = { 'idempotency-key': newId() };
    const [first, again] = [await add(submerchant, anAddressBody(), key), await add(submerchant, anAddressBody(), key)];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await addressesOf(submerchant)).toHaveLength(1);
    const reused = await add(submerchant, anAddressBody({ city: 'Santos' }), key);
    expect(reused.body.error).toBe('idempotency_key_reused');
  });

  it('of an unknown submerchant has nowhere to go', async () => {
    const unknown = { id: newId() };
    expect(await add(unknown, anAddressBody())).toMatchObject({
      status: 404,
      body: { error: 'submerchant_not_found' },
    });
    expect((await platform.http.get(pathOf(unknown), shop.credentials)).status).toBe(404);
  });
});

describe('The primary address', () => {
  it('is the first one, even when it is said not to be', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const { body } = await add(submerchant, anAddressBody({ is_primary: false }));
    expect(body.data.is_primary).toBe(true);
  });

  it('stays it until another takes over', async () => {
    const submerchant = await createSubmerchant(platform, shop);
    const first = await add(submerchant, anAddressBody());
    await add(submerchant, anAddressBody());
    expect(primariesAmong(await addressesOf(submerchant))).toEqual([first.body.data.id]);
    const third = await add(submerchant, anAddressBody({ is_primary: true }));
    expect(primariesAmong(await addressesOf(submerchant))).toEqual([third.body.data.id]);
  });
});

describe('What an address is made of', () => {
  let submerchant: Submerchant;
  beforeAll(async () => {
    submerchant = await createSubmerchant(platform, shop);
  });
  const { itTakes, itRefuses } = ruleTables((body) => add(submerchant, body));

  itTakes([
    ['a commercial one', having({ type: 'commercial' })],
    ['null for what has a default', having({ type: null, country: null, is_primary: null, complement: null })],
    ['eight characters of any kind as zip code', having({ zip_code: '01304-00' })],
    ['the longest texts', having({ street: 'ã'.repeat(255), number: '1'.repeat(20), complement: 'x'.repeat(255) })],
    ['a field that nobody knows', having({ planet: 'Earth' })],
  ]);
  itRefuses([
    [
      'nothing',
      () => ({}),
      'city required',
      'neighborhood required',
      'number required',
      'state required',
      'street required',
      'zip_code required',
    ],
    ['another type', having({ type: 'home' }), 'type invalid_value'],
    ['a street that is none', having({ street: 7 }), 'street invalid_type'],
    ['an empty street', having({ street: '' }), 'street invalid_length'],
    ['a street without end', having({ street: 'x'.repeat(256) }), 'street invalid_length'],
    ['a number that is one', having({ number: 1500 }), 'number invalid_type'],
    ['a number without end', having({ number: '1'.repeat(21) }), 'number invalid_length'],
    ['an empty complement', having({ complement: '' }), 'complement invalid_length'],
    ['an empty neighborhood', having({ neighborhood: '' }), 'neighborhood invalid_length'],
    ['no city', having({ city: null }), 'city required'],
    ['a state that Brazil does not have', having({ state: 'XX' }), 'state invalid_value'],
    ['a state in lower case', having({ state: 'sp' }), 'state invalid_value'],
    ['seven characters as zip code', having({ zip_code: '0130400' }), 'zip_code invalid_length'],
    ['nine characters as zip code', having({ zip_code: '01304-001' }), 'zip_code invalid_length'],
    ['a zip code that is a number', having({ zip_code: 13_040_010 }), 'zip_code invalid_type'],
    ['a country in lower case', having({ country: 'br' }), 'country invalid_format'],
    ['a country by name', having({ country: 'Brasil' }), 'country invalid_format', 'country invalid_length'],
    ['a yes', having({ is_primary: 'yes' }), 'is_primary invalid_type'],
  ]);
});
