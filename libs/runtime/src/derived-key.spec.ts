import { derivedKey } from './derived-key.js';
import { SecretBoxError } from './secret-box.js';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

describe('A derived key', () => {
  it('is the same every time, and another one for another purpose or from another key', () => {
    const first = derivedKey(key(1), 'pins');
    expect(first).toHaveLength(32);
    expect(derivedKey(key(1), 'pins')).toEqual(first);
    expect(derivedKey(key(1), 'recipients')).not.toEqual(first);
    expect(derivedKey(key(2), 'pins')).not.toEqual(first);
    expect(first).not.toEqual(Buffer.alloc(32, 1));
  });

  it.each([undefined, '', 'c2hvcnQ='])('needs a whole secrets key, not %j', (secretsKey) => {
    expect(() => derivedKey(secretsKey, 'pins')).toThrow(SecretBoxError);
  });
});
