import { MemoryStorage, RefusingStorage } from '../testing/memory-storage.js';
import { AttemptStore } from './attempt-store.js';
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
