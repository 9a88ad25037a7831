import { MemoryStorage, RefusingStorage } from '../testing/memory-storage.js';
import { AttemptStore, dropOldAttempts } from './attempt-store.js';
import type { Attempt } from './attempt.js';

const attempt: Attempt = { key: 'key', method: 'boleto', startedAtMs: 7, chargeId: 'c1', body: null };

describe('AttemptStore', () => {
  it('gives every tab the attempt of its link, and of no other', () => {
    const storage = new MemoryStorage();
    new AttemptStore('link', storage).write(attempt);
    expect(new AttemptStore('link', storage).read()).toEqual(attempt);
    expect(new AttemptStore('other', storage).read()).toBeNull();
  });

  it('forgets', () => {
    const storage = new MemoryStorage();
    const store = new AttemptStore('link', storage);
    store.write(attempt);
    store.clear();
    expect(store.read()).toBeNull();
    expect(storage.texts.size).toBe(0);
  });

  it.each([null, new RefusingStorage()])(
    'keeps the attempt as long as the page lives when the browser keeps nothing',
    (storage) => {
      const store = new AttemptStore('link', storage);
      expect(store.read()).toBeNull();
      store.write(attempt);
      expect(store.read()).toEqual(attempt);
      store.clear();
      expect(store.read()).toBeNull();
    },
  );

  it.each(['', 'null', '7', '{}', '{"key":1}', '{"key":"k","method":"pix"}', 'not json'])(
    'takes "%s" for nothing',
    (text) => {
      const storage = new MemoryStorage();
      const store = new AttemptStore('link', storage);
      storage.setItem(store.name, text);
      expect(store.read()).toBeNull();
    },
  );
});

describe('dropOldAttempts', () => {
  const HOUR_MS = 60 * 60 * 1000;

  it('forgets what is older than a day at all links, and nothing else', () => {
    const storage = new MemoryStorage();
    const stores = ['old', 'older', 'new'].map((link) => new AttemptStore(link, storage));
    const [old, older, young] = stores as [AttemptStore, AttemptStore, AttemptStore];
    old.write({ ...attempt, startedAtMs: HOUR_MS - 1 });
    older.write({ ...attempt, startedAtMs: 0, chargeId: null });
    young.write({ ...attempt, startedAtMs: HOUR_MS });
    storage.setItem('centavo.attempt.broken', '{');
    storage.setItem('other', '{}');
    dropOldAttempts(storage, 25 * HOUR_MS);
    expect([...storage.texts.keys()]).toEqual([young.name, 'other']);
  });

  it.each([null, new RefusingStorage()])('does without a storage', (storage) => {
    expect(() => dropOldAttempts(storage, 0)).not.toThrow();
  });
});
