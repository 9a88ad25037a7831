import { DomainError } from '@centavo/contracts';
import { parseBasicCredentials } from './basic-credentials.js';

const PUBLIC_KEY = `pk_test_${'a'.repeat(22)}`;
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('Basic credentials', () => {
  it('are the two halves around the first colon', () => {
    expect(parseBasicCredentials(basic(`${PUBLIC_KEY}:sk:1`))).toEqual({ publicKey: PUBLIC_KEY, secretKey: 'sk:1' });
  });

  it('take the scheme in any case', () => {
    expect(parseBasicCredentials(basic(`${PUBLIC_KEY}:s`).replace('Basic', 'bAsIc')).secretKey).toBe('s');
  });

  it.each([undefined, '', 'Bearer abc', 'Basically abc'])('are missing in %j', (header) => {
    expect(() => parseBasicCredentials(header)).toThrow(new DomainError('authentication_required'));
  });

  it.each([
    'Basic',
    'Basic ',
    'Basic !!!',
    basic('nocolon'),
    basic(':'),
    basic('pk_test_short:s'),
    basic(`${PUBLIC_KEY}\0:s`),
  ])('cannot be a pair of ours in %j', (header) =>
    expect(() => parseBasicCredentials(header)).toThrow(new DomainError('invalid_api_key')),
  );
});
