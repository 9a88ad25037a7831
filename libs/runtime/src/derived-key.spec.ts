import { derivedKeys, secretsKeyIds } from './derived-key.js';
import { SecretBoxError } from './secret-box.js';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

describe('A derived key', () => {
  it('is the same every time, and another one for another purpose or from another key', () => {
    const [first, second] = derivedKeys([key(1), key(2)], 'pins');
    expect(first).toHaveLength(32);
    expect(derivedKeys([key(1)], 'pins')).toEqual([first]);
    expect(derivedKeys([key(2)], 'pins')).toEqual([second]);
    expect(derivedKeys([key(1)], 'recipients')).not.toEqual([first]);
    expect(first).not.toEqual(second);
    expect(first).not.toEqual(Buffer.alloc(32, 1));
  });

  it.each([[[]], [['']], [['c2hvcnQ=']], [[key(1), 'c2hvcnQ=']]])('needs whole secrets keys, not %j', (secretsKeys) => {
    expect(() => derivedKeys(secretsKeys, 'pins')).toThrow(SecretBoxError);
  });

  it('has a name that tells it from others and says nothing of it', () => {
    const [first, second] = secretsKeyIds([key(1), key(2)]);
    expect(first).toMatch(/^[0-9a-f]{8}$/);
    expect(secretsKeyIds([key(2), key(1)])).toEqual([second, first]);
    expect(derivedKeys([key(1)], 'pins')[0].toString('hex')).not.toContain(first);
  });
});
