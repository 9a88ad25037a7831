import {
  CreateApiKeyDto,
  CreateChargeDto,
  CreateMerchantDto,
  CreatePostbackEndpointDto,
  DomainError,
  PAYMENT_METHODS,
  RefundChargeDto,
  type ErrorDetail,
} from '@centavo/contracts';
import { aChargeBody, aChargeBodyBy, hostileChargeBody, runs } from '@centavo/testing';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { ListChargesQuery } from '../../charges/list-charges.query.js';

import { parseJsonBody } from '../json-body.js';
import { accept } from './accept.js';
import { report } from './report.js';
import { shapeOf, type DtoClass } from './shape.js';
import { validateBody, validateQuery } from './validate.js';

function detailsOf(work: () => unknown): ErrorDetail[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return [...(error.options.details ?? [])];
    throw error;
  }
  throw new Error('nothing was refused');
}

const broken = (dto: DtoClass, body: object) =>
  detailsOf(() => validateBody(dto, body)).map(({ field, code }) => `${field}: ${code}`);

describe('A valid body', () => {
  it('comes back with its known fields only', () => {
    const body = {
      ...aChargeBody(),
      id: 'mine',
      status: 'captured',
      fees: [],
      customer: { ...aChargeBody().customer, id: 7 },
      items: [{ ...aChargeBody().items[0]!, sku: 'x' }],
    };
    expect(validateBody(CreateChargeDto, body)).toEqual(aChargeBody());
  });

  it.each(PAYMENT_METHODS)('by %s has the details of its method only', (method) => {
    const body = aChargeBodyBy(method);
    const more = { ...body.payment_details, brand: 'elo', txid: 'mine', line: '0' };
    expect(validateBody(CreateChargeDto, { ...body, payment_details: more })).toEqual(body);
  });

  it('may be left out when it needs no field', () => {
    expect(validateBody(RefundChargeDto, undefined)).toEqual({});
    expect(() => validateBody(RefundChargeDto, null)).toThrow(new DomainError('invalid_json'));
    expect(() => validateBody(CreateApiKeyDto, undefined)).toThrow(new DomainError('invalid_json'));
  });

  it('may leave optional fields out or set them to null', () => {
    const body = { ...aChargeBody(), submerchant_id: null, metadata: { order: 7 } };
    expect(validateBody(CreateChargeDto, body)).toEqual(body);
  });
});

describe('A body that breaks rules', () => {
  it('is told all of them at once, with dotted paths', () => {
    const body = {
      ...aChargeBody(),
      amount: 0,
      currency: 'USD',
      customer: { ...aChargeBody().customer, email: 'nobody', tax_id: '1' },
      items: [{ name: '', quantity: 1.5, unit_price: 1 }],
    };
    expect(broken(CreateChargeDto, body).toSorted()).toEqual([
      'amount: out_of_range',
      'currency: invalid_value',
      'customer.email: invalid_format',
      'customer.tax_id: invalid_format',
      'items.0.name: invalid_length',
      'items.0.quantity: invalid_type',
      'items.0.tangible: required',
    ]);
  });

  it('is told once about a field of the wrong type', () => {
    const body = { ...aChargeBody(), amount: '100', customer: 'Maria', items: {}, metadata: [] };
    expect(broken(CreateChargeDto, body).toSorted()).toEqual([
      'amount: invalid_type',
      'customer: invalid_type',
      'items: invalid_type',
      'metadata: invalid_value',
    ]);
  });

  it('is told about an empty body without being told nonsense', () => {
    expect(broken(CreateMerchantDto, {}).toSorted()).toEqual([
      'email: required',
      'legal_name: required',
      'name: required',
      'tax_id: required',
    ]);
  });

  it('is told about lists of the wrong length and items of the wrong type', () => {
    expect(broken(CreateApiKeyDto, { name: 'k', allowed_ips: [1] })).toEqual(['allowed_ips: invalid_type']);
    expect(broken(CreateChargeDto, { ...aChargeBody(), items: [] })).toEqual(['items: invalid_length']);
    expect(broken(CreatePostbackEndpointDto, { url: 'https://a.example', events: [] })).toEqual([
      'events: invalid_length',
    ]);
  });

  it('is told about the fields of the variant that another field names', () => {
    const details = { expires_in: 1, expires_at: 'soon', installments: 99 };
    const by = (method: unknown) =>
      broken(CreateChargeDto, { ...aChargeBody(), payment_method: method, payment_details: details });
    expect(by('credit_card').toSorted()).toEqual([
      'payment_details.installments: out_of_range',
      'payment_details.token: required',
    ]);
    expect(by('pix').toSorted()).toEqual([
      'payment_details.expires_at: invalid_format',
      'payment_details.expires_at: invalid_value',
      'payment_details.expires_in: out_of_range',
    ]);
  });

  it.each([undefined, 'cash', 'constructor', '__proto__', 7, {}, ['pix']])(
    'is told nothing about a variant that is named %j',
    (method) => {
      const body = { ...aChargeBody(), payment_method: method, payment_details: { token: 7, expires_in: 1 } };
      expect(broken(CreateChargeDto, body)).toEqual([expect.stringMatching(/^payment_method: /)]);
    },
  );

  it('is not read to its end when it is a megabyte of nonsense', () => {
    const details = detailsOf(() =>
      validateBody(CreateChargeDto, { ...aChargeBody(), items: Array.from({ length: 300_000 }, () => ({})) }),
    );
    expect(details[0]).toMatchObject({ field: 'items', code: 'invalid_length' });
    expect(details.length).toBeLessThan(500);
  });
});

describe('Query parameters', () => {
  it('get their defaults', () => {
    expect(validateQuery(ListChargesQuery, {})).toMatchObject({ page: 1, perPage: 20 });
  });

  it('become numbers where numbers are meant', () => {
    expect(validateQuery(ListChargesQuery, { page: '2', perPage: '100', status: 'captured' })).toMatchObject({
      page: 2,
      perPage: 100,
      status: 'captured',
    });
  });

  it.each([
    ['page', '0'],
    ['page', '1e3'],
    ['page', '1.5'],
    ['page', ''],
    ['page', '99999999999999999999'],
    ['page', ['1', '2']],
    ['perPage', '101'],
    ['perPage', '-1'],
    ['status', 'paid'],
    ['status', ['captured', 'failed']],
    ['submerchant_id', '7'],
    ['created_from', '20/11/2026'],
    ['created_to', ['2026-01-01', '2026-01-02']],
  ])('refuse %s=%j', (field, value) => {
    expect(detailsOf(() => validateQuery(ListChargesQuery, { [field]: value }))).toEqual([
      expect.objectContaining({ field }) as ErrorDetail,
    ]);
  });
});

describe('Query parameters that PostgreSQL cannot store', () => {
  it.each([
    ['submerchant_id', '\0', 'submerchant_id'],
    ['submerchant_id', ['a', 'b\uD800'], 'submerchant_id'],
    ['unknown', 'a\0b', 'unknown'],
    ['a\0b', '1', 'a\uFFFDb'],
  ])('are refused: %j=%j', (name, value, field) => {
    expect(detailsOf(() => validateQuery(ListChargesQuery, { [name]: value }))).toEqual([
      { field, code: 'invalid_format', message: `${field} must not contain NUL or unpaired surrogates` },
    ]);
  });
});

/** What class-validator says by itself. */
const isValid = (dto: DtoClass, body: object) => validateSync(plainToInstance(dto, body)).length === 0;

/** The body as the parser hands it on; undefined when it refuses it already. */
function parsed(body: object): object | undefined {
  try {
    return parseJsonBody(JSON.stringify(body));
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

describe('The fast check', () => {
  it('takes a body exactly when class-validator does, and a refused one is always explained', () => {
    const taken: Record<string, number> = {};
    fc.assert(
      fc.property(hostileChargeBody(), (hostile) => {
        const body = parsed(hostile);
        fc.pre(body !== undefined);
        const isTaken = accept(shapeOf(CreateChargeDto), body) !== undefined;
        expect(isTaken).toBe(isValid(CreateChargeDto, body));
        expect(report(CreateChargeDto, body).length === 0).toBe(isTaken);
        if (isTaken) taken[String(hostile['payment_method'])] = (taken[String(hostile['payment_method'])] ?? 0) + 1;
      }),
      runs(5000),
    );
    for (const method of PAYMENT_METHODS) expect(taken[method]).toBeGreaterThan(100);
  });
});
