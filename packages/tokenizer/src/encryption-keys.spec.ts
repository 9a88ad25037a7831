import type { EncryptionKey } from './encrypt-card.js';
import { EncryptionKeys } from './encryption-keys.js';
import { rejectionOf } from './testing/rejection.js';

const FIVE_MINUTES_MS = 300_000;

describe('The keys to encrypt with', () => {
  let fetches: string[];
  let nowMs: number;
  let failure: Error | undefined;
  let keys: EncryptionKeys;
  beforeEach(() => {
    fetches = [];
    nowMs = 1_000;
    failure = undefined;
    const fetchKey = async (cache: string) => {
      fetches.push(cache);
      if (failure) throw failure;
      return { kid: String(fetches.length) } as EncryptionKey;
    };
    keys = new EncryptionKeys(fetchKey, () => nowMs);
  });

  it('are kept for five minutes and no longer', async () => {
    await keys.current();
    nowMs += FIVE_MINUTES_MS - 1;
    expect((await keys.current()).kid).toBe('1');
    nowMs += 1;
    expect((await keys.current()).kid).toBe('2');
  });

  it('are fetched anew, past caches, after the service refused one', async () => {
    const refused = keys.current();
    expect((await keys.after(refused)).kid).toBe('2');
    expect((await keys.current()).kid).toBe('2');
    expect(fetches).toEqual(['default', 'reload']);
  });

  it('are fetched once for all whose card was refused with the same one', async () => {
    const refused = keys.current();
    const renewed = await Promise.all(Array.from({ length: 50 }, () => keys.after(refused)));
    expect(renewed.map(({ kid }) => kid)).toEqual(Array(50).fill('2'));
    expect(fetches).toHaveLength(2);
  });

  it('are asked for again after a fetch that failed', async () => {
    failure = new Error('down');
    const failed = [keys.current(), keys.current()];
    for (const fetch of failed) expect(await rejectionOf(fetch)).toBe(failure);
    failure = undefined;
    expect((await keys.current()).kid).toBe('2');
  });

  it('stay when an older fetch fails late', async () => {
    let fail!: (error: Error) => void;
    const slow = new Promise<EncryptionKey>((_resolve, reject) => (fail = reject));
    const answers = [slow, Promise.resolve({ kid: 'new' } as EncryptionKey)];
    keys = new EncryptionKeys(
      () => answers.shift()!,
      () => nowMs,
    );
    const first = keys.current();
    nowMs += FIVE_MINUTES_MS;
    await keys.current();
    fail(new Error('late'));
    await rejectionOf(first);
    expect((await keys.current()).kid).toBe('new');
  });
});
