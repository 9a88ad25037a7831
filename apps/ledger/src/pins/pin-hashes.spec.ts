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
