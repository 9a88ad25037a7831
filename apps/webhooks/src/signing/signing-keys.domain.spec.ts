import { newPostbackSecret, signingKeyOf } from './postback-secret.domain.js';
import { keysValidAt } from './signing-keys.domain.js';

const NOW_MS = 1_000_000;

describe('the keys of an endpoint', () => {
  const [current, old] = [signingKeyOf(newPostbackSecret()), signingKeyOf(newPostbackSecret())];
  const endpoint = {
    signingKeys: [
      { key: current, expiresAtMs: null },
      { key: old, expiresAtMs: NOW_MS },
    ],
  };

  it('all sign until one expires, the current one first', () => {
    expect(keysValidAt(endpoint, NOW_MS - 1)).toEqual([current, old]);
  });

  it('sign nothing any more from the millisecond of their expiry', () => {
    expect(keysValidAt(endpoint, NOW_MS)).toEqual([current]);
  });
});
