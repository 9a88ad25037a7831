import { decimalReais } from './reais.js';

describe('decimalReais', () => {
  it.each<[bigint, string]>([
    [0n, '0.00'],
    [5n, '0.05'],
    [99n, '0.99'],
    [123_456n, '1234.56'],
    [9_007_199_254_740_993_01n, '9007199254740993.01'],
  ])('of %d centavos is %s', (amount, text) => {
    expect(decimalReais(amount)).toBe(text);
  });
});
