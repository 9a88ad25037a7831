import { BLOT, blotSecrets } from './blot-secrets.js';

describe('blotSecrets', () => {
  it.each([
    'pin',
    'transaction_pin',
    'current_pin',
    'transactionPin',
    'PIN',
    'secret',
    'secret_key',
    'secretKey',
    'password',
    'token',
    'authorization',
    'cvv',
    'card',
    'number',
    'api_key',
  ])('blots out what is called %s, however deep it stands', (name) => {
    expect(blotSecrets({ [name]: '1234', nested: [{ [name]: { value: 1 } }] })).toEqual({
      [name]: BLOT,
      nested: [{ [name]: BLOT }],
    });
  });

  it.each(['status', 'fees', 'credit_card', 'debit_card', 'pix', 'notes', 'description', 'spinning', 'tokenized_on'])(
    'leaves what is called %s',
    (name) => {
      expect(blotSecrets({ [name]: 'as it is' })).toEqual({ [name]: 'as it is' });
    },
  );

  it.each([
    ['sk_test_abcDEF123', BLOT],
    ['my key is sk_live_abcDEF123, keep it', `my key is ${BLOT}, keep it`],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', BLOT],
    ['pk_test_abc', 'pk_test_abc'],
  ])('knows the secrets that the platform hands out: %s', (text, blotted) => {
    expect(blotSecrets({ notes: [text] })).toEqual({ notes: [blotted] });
  });

  it.each([
    ['4242424242424242', BLOT],
    ['paid with 4242 4242 4242 4242, he says', `paid with ${BLOT}, he says`],
    ['1234-4242-4242-4242-4242', `1234-${BLOT}`],
    ['card4242424242424242visa', `card${BLOT}visa`],
    ['3782 822463 10005', BLOT],
    ['3056-930902-5904', BLOT],
    ['6362970000457013 or 5555-5555-5555-4444', `${BLOT} or ${BLOT}`],
    ['4000 0000 0000 0000 006', BLOT],
    // Hipercard has issued numbers without a check digit.
    ['6062825624254002', BLOT],
  ])('blots out the card number in "%s"', (text, blotted) => {
    expect(blotSecrets({ notes: [text] })).toEqual({ notes: [blotted] });
  });

  it('blots out secrets that are a name, and card numbers that are a number', () => {
    expect(blotSecrets({ sk_test_abc: '', on: { '4242424242424242': 1 }, order: 4242424242424242 })).toEqual({
      [BLOT]: '',
      on: { [BLOT]: 1 },
      order: BLOT,
    });
  });

  it.each([
    // Right by Luhn, with the beginning of a card too.
    ['a CNPJ', '36000009000140'],
    ['a CNPJ as it is written', '11.222.333/0001-81'],
    ['what has no right check digit', '4242424242424241'],
    ['what is no brand', '1234567812345670'],
    ['what is shorter', '424242424242'],
    ['what is longer', '42424242424242424242'],
    ['a time in milliseconds', '1790000000000'],
    ['an id with the digits of a card', '019a4242-4242-4242-4242-4242424242ab'],
  ])('leaves %s', (_, text) => {
    expect(blotSecrets({ notes: text })).toEqual({ notes: text });
  });

  it('leaves numbers, flags and nothing as they are', () => {
    expect(blotSecrets({ bps: 299, on: true, off: false, none: null })).toEqual({
      bps: 299,
      on: true,
      off: false,
      none: null,
    });
  });
});
