import { KeySet, KeySetError } from './key-set.domain.js';

interface Exported {
  readonly keys: Record<string, unknown>[];
}

const exported = (): Exported => JSON.parse(KeySet.generate().export()) as Exported;
const parse = (set: unknown): KeySet => KeySet.parse(JSON.stringify(set));

describe('A set of keys', () => {
  it('is the same after it was written and read', () => {
    const set = KeySet.generate();
    expect(KeySet.parse(set.export()).export()).toBe(set.export());
  });

  it('uses new keys after a rotation, and finds the earlier ones', () => {
    const before = KeySet.generate();
    const next = before.withNext();
    expect(next.current('A256KW')).toEqual(before.current('A256KW'));
    const after = next.promoted();
    for (const algorithm of ['ECDH-ES+A256KW', 'A256KW'] as const) {
      const earlier = before.current(algorithm);
      expect(after.current(algorithm).kid).not.toBe(earlier.kid);
      expect(after.find(algorithm, earlier.kid)).toEqual(earlier);
    }
    expect(after.current('HS256')).toEqual(before.current('HS256'));
    expect(after.earlierKids).toHaveLength(2);
  });

  it('gives an earlier key away, and no current one', () => {
    const set = KeySet.generate().withNext().promoted();
    const rest = set.earlierKids.reduce((keys, kid) => keys.without(kid), set);
    expect(rest.earlierKids).toEqual([]);
    expect(() => rest.without(rest.current('A256KW').kid)).toThrow('A current key cannot be removed.');
  });

  it.each<[string, (set: Exported) => unknown]>([
    ['no JSON', () => 'keys'],
    ['no list', () => ({ keys: {} })],
    ['a list of nothing', () => ({ keys: [null] })],
    ['no key of one kind', ({ keys }) => ({ keys: keys.slice(1) })],
    ['a key without a kid', ({ keys }) => ({ keys: [{ ...keys[0], kid: undefined }, ...keys.slice(1)] })],
    ['one kid twice', ({ keys }) => ({ keys: keys.map((key) => ({ ...key, kid: 'one' })) })],
    ['another algorithm', ({ keys }) => ({ keys: [...keys, { ...keys[1], kid: 'more', alg: 'A128KW' }] })],
    ['a short secret', ({ keys }) => ({ keys: [keys[0], { ...keys[1], k: 'c2hvcnQ' }, keys[2]] })],
    ['a public key only', ({ keys }) => ({ keys: [{ ...keys[0], d: undefined }, ...keys.slice(1)] })],
    ['another curve', ({ keys }) => ({ keys: [{ ...keys[0], crv: 'P-384' }, ...keys.slice(1)] })],
    [
      'the public half of another key',
      ({ keys }) => ({ keys: [{ ...keys[0], x: exported().keys[0]!['x'] }, ...keys.slice(1)] }),
    ],
    ['two fingerprint keys', ({ keys }) => ({ keys: [...keys, { ...keys[2], kid: 'more' }] })],
  ])('is refused when it is %s, without a word of it', (_, broken) => {
    const set = exported();
    const read = (): unknown => parse(broken(set));
    expect(read).toThrow(KeySetError);
    const secrets = set.keys.flatMap(({ k, d }) => [k, d]).filter((secret) => secret !== undefined);
    for (const secret of secrets) expect(read).not.toThrow(secret as string);
  });
});
