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

  it('leaves numbers, flags and nothing as they are', () => {
    expect(blotSecrets({ bps: 299, on: true, off: false, none: null })).toEqual({
      bps: 299,
      on: true,
      off: false,
      none: null,
    });
  });
});
