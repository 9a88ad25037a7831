import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { maskPixKey, normalizePixKey, PIX_KEY_TYPES, type PixKeyType } from './pix-key.js';

const keys: Readonly<Record<PixKeyType, fc.Arbitrary<string>>> = {
  cpf: fc.stringMatching(/^\d{11}$/),
  cnpj: fc.stringMatching(/^[0-9A-Z]{12}\d{2}$/),
  email: fc.stringMatching(/^[a-z0-9._-]{1,30}@[a-z0-9]{1,20}\.[a-z]{2,10}$/),
  phone: fc.stringMatching(/^\+[1-9]\d{9,14}$/),
  random: fc.uuid(),
};
const aKey = fc.constantFrom(...PIX_KEY_TYPES).chain((type) => keys[type].map((key) => ({ type, key })));

describe('normalizePixKey', () => {
  it.each([
    ['cpf', '12345678909', '12345678909'],
    ['cnpj', '12ABC34501DE35', '12ABC34501DE35'],
    ['cnpj', '12abc34501de35', '12ABC34501DE35'],
    ['email', 'Maria.Silva+pix@Example.com', 'maria.silva+pix@example.com'],
    ['email', 'Maria.Silva@Example.com', 'maria.silva@example.com'],
    ['phone', '1133334444', '+551133334444'],
    ['phone', '11987654321', '+5511987654321'],
    ['phone', '+14155552671', '+14155552671'],
    ['random', '123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ] as const)('writes the %s %s as %s', (type, text, expected) => {
    expect(normalizePixKey(type, text)).toBe(expected);
  });

  it.each([
    ['cpf', ''],
    ['cpf', '123.456.789-09'],
    ['cpf', '1234567890'],
    ['cpf', '123456789090'],
    ['cnpj', '12345678909'],
    ['cnpj', '11.222.333/0001-81'],
    ['email', 'maria'],
    ['email', '@example.com'],
    ['email', 'maria@-example.com'],
    ['email', 'maria silva@example.com'],
    ['email', `${'m'.repeat(66)}@example.com`],
    ['phone', '123456789'],
    ['phone', '123456789012'],
    ['phone', '+0123456789'],
    ['phone', '+55119876543211234'],
    ['random', '123e4567e12b12d1a456426655440000'],
    ['random', '123e4567-e12b-12d1-a456-42665544000g'],
  ] as const)('takes no %s like %j', (type, text) => {
    expect(normalizePixKey(type, text)).toBeUndefined();
  });

  it('takes an email of 77 characters', () => {
    const email = `${'m'.repeat(65)}@example.com`;
    expect(email).toHaveLength(77);
    expect(normalizePixKey('email', email)).toBe(email);
  });

  it('changes no key that is in the right form already', () => {
    fc.assert(
      fc.property(aKey, ({ type, key }) => {
        expect(normalizePixKey(type, key)).toBe(key);
      }),
      runs(1_000),
    );
  });

  it('answers in the right form or not at all, and at once, whatever it is given', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PIX_KEY_TYPES), fc.string({ maxLength: 300 }), (type, text) => {
        const key = normalizePixKey(type, text);
        expect(key === undefined || normalizePixKey(type, key) === key).toBe(true);
      }),
      runs(5_000),
    );
  });
});

describe('maskPixKey', () => {
  it.each([
    ['cpf', '12345678909', '***456789**'],
    ['cnpj', '12ABC34501DE35', '**ABC345******'],
    ['email', 'maria@example.com', 'm***@example.com'],
    ['email', 'jo@example.com', '***@example.com'],
    ['phone', '+5511987654321', '+55*******4321'],
    ['phone', '+1415555267', '+14****5267'],
    ['random', '123e4567-e12b-12d1-a456-426655440000', '123e4567-****-****-****-************'],
  ] as const)('shows the %s %s as %s', (type, key, masked) => {
    expect(maskPixKey(type, key)).toBe(masked);
  });

  it('leaves of every key something to find out', () => {
    fc.assert(
      fc.property(aKey, ({ type, key }) => {
        const masked = maskPixKey(type, key);
        expect(masked).toContain('**');
        expect(masked).not.toContain(key);
        expect(type === 'email' ? masked.indexOf('@') < 5 : masked.length === key.length).toBe(true);
      }),
      runs(1_000),
    );
  });
});
