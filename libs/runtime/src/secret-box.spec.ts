import fc from 'fast-check';
import { SecretBox, SecretBoxError } from './secret-box.js';

const key = (fill: number): string => Buffer.alloc(32, fill).toString('base64');

describe('SecretBox', () => {
  const box = new SecretBox([key(1)]);

  it('opens what it sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (secret, owner) => {
        expect(box.open(box.seal(secret, owner), owner)).toBe(secret);
      }),
    );
  });

  it('never seals the same to the same', () => {
    expect(box.seal('secret', 'owner').equals(box.seal('secret', 'owner'))).toBe(false);
  });

  it('does not open a box with any bit changed', () => {
    const sealed = box.seal('secret', 'owner');

    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => box.open(changed, 'owner')).toThrow(SecretBoxError);
      }),
    );
  });

  it.each([
    ['another owner', () => box.open(box.seal('secret', 'owner'), 'other')],
    ['another key', () => new SecretBox([key(2)]).open(box.seal('secret', 'owner'), 'owner')],
    ['a part of a box', () => box.open(box.seal('secret', 'owner').subarray(0, 20), 'owner')],
    ['nothing', () => box.open(Buffer.alloc(0), 'owner')],
  ])('does not open for %s', (_what, open) => {
    expect(open).toThrow(SecretBoxError);
  });

  it('opens what any of its keys sealed, and seals with the first', () => {
    const [early, late] = [new SecretBox([key(1)]), new SecretBox([key(2)])];
    const both = new SecretBox([key(2), key(1)]);
    expect(both.open(early.seal('secret', 'owner'), 'owner')).toBe('secret');
    expect(late.open(both.seal('secret', 'owner'), 'owner')).toBe('secret');
    expect(() => early.open(both.seal('secret', 'owner'), 'owner')).toThrow(SecretBoxError);
  });

  it('puts under its first key what is under another one, and leaves alone what is under that already', () => {
    const both = new SecretBox([key(2), key(1)]);
    const resealed = both.reseal(box.seal('secret', 'owner'), 'owner')!;
    expect(new SecretBox([key(2)]).open(resealed, 'owner')).toBe('secret');
    expect(both.reseal(resealed, 'owner')).toBeNull();
    expect(() => both.reseal(box.seal('secret', 'owner'), 'other')).toThrow(SecretBoxError);
  });

  it('refuses a key that is missing or of another length', () => {
    expect(() => new SecretBox([])).toThrow('SECRETS_KEY must be set');
    expect(() => new SecretBox([key(1), 'c2hvcnQ='])).toThrow('32 bytes');
  });
});
