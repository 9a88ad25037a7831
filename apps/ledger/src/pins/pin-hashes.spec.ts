import { newId } from '@centavo/runtime';
import { testSettings } from '@centavo/testing';
import { PinHashes } from './pin-hashes.js';

const merchantId = newId();
const otherPepper = testSettings({ SECRETS_KEY: Buffer.alloc(32, 'other').toString('base64') });

describe('The hash of a PIN', () => {
  it('matches its PIN and no other, for its merchant and no other, under its pepper and no other', async () => {
    const hashes = new PinHashes(testSettings());
    const hash = await hashes.hash(merchantId, '4071');
    expect(await hashes.matches(merchantId, '4071', hash)).toBe(true);
    expect(await hashes.matches(merchantId, '4072', hash)).toBe(false);
    expect(await hashes.matches(newId(), '4071', hash)).toBe(false);
    expect(await new PinHashes(otherPepper).matches(merchantId, '4071', hash)).toBe(false);
  });

  it('matches also when it was made with other parameters than are usual today', async () => {
    const hashes = new PinHashes(testSettings());
    const hash = await hashes.hash(merchantId, '4071');
    expect(await hashes.matches(merchantId, '4071', { ...hash, passes: 3 })).toBe(false);
  });

  it('is made two at a time at the most', async () => {
    const hashes = new PinHashes(testSettings());
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await hashes.hash(merchantId, '4071');
      running -= 1;
    };
    await Promise.all(Array.from({ length: 6 }, () => hashes.inTurn(work)));
    expect(most).toBe(2);
  });
});

const hashesUnder = (...keys: string[]) => new PinHashes(testSettings({ SECRETS_KEY: keys.join(',') }));

describe('The pepper of a PIN', () => {
  const [earlier, later] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString('base64')) as [string, string];

  it('is any of the keys that there are, and of a new hash the first', async () => {
    const both = hashesUnder(later, earlier);
    const [old, fresh] = [await hashesUnder(earlier).hash(merchantId, '4071'), await both.hash(merchantId, '4071')];
    expect([await both.matches(merchantId, '4071', old), both.isCurrent(old)]).toEqual([true, false]);
    expect([await both.matches(merchantId, '4071', fresh), both.isCurrent(fresh)]).toEqual([true, true]);
    expect(await both.matches(merchantId, '4072', old)).toBe(false);
    expect(await hashesUnder(later).matches(merchantId, '4071', fresh)).toBe(true);
    expect(await hashesUnder(later).matches(merchantId, '4071', old)).toBe(false);
  });

  it('is found by trying, of a hash that does not say which it is', async () => {
    const both = hashesUnder(later, earlier);
    const old = { ...(await hashesUnder(earlier).hash(merchantId, '4071')), key_id: null };
    expect([await both.matches(merchantId, '4071', old), both.isCurrent(old)]).toEqual([true, false]);
    expect(await both.matches(merchantId, '4072', old)).toBe(false);
  });
});
