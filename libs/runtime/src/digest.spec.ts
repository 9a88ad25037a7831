import { sha256, timingSafeEqualStrings } from './digest.js';

describe('sha256', () => {
  // Source: NIST, FIPS 180-4 example.
  it('gives the digest of the standard', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('abc', 'base64url')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});

describe('timingSafeEqualStrings', () => {
  it.each([
    ['secret', 'secret', true],
    ['secret', 'secreT', false],
    ['secret', 'secret ', false],
    ['', '', true],
  ])('compares %j with %j', (left, right, same) => {
    expect(timingSafeEqualStrings(left, right)).toBe(same);
  });
});
