import type { EncryptionKey } from './encrypt-card.js';

const MAX_AGE_MS = 5 * 60 * 1000;

/** Fetches the vault's public key; `reload` goes past HTTP caches. */
export type FetchKey = (cache: 'default' | 'reload') => Promise<EncryptionKey>;

/** Keeps the vault's public key for five minutes, fetched once for all who wait for it. A fetch that failed is not kept. */
export class EncryptionKeys {
  #kept: { readonly key: Promise<EncryptionKey>; readonly untilMs: number } | undefined;

  constructor(
    private readonly fetchKey: FetchKey,
    private readonly nowMs: () => number = Date.now,
  ) {}

  current(): Promise<EncryptionKey> {
    return this.#fresh() ?? this.#fetch('default');
  }

  /**
   * The key of now, after the service could not decrypt with `refused`. Of many callers that come with the same one, the first fetches.
   * @param refused what {@link current} returned
   */
  after(refused: Promise<EncryptionKey>): Promise<EncryptionKey> {
    const kept = this.#fresh();
    return kept && kept !== refused ? kept : this.#fetch('reload');
  }

  #fresh(): Promise<EncryptionKey> | undefined {
    return this.#kept && this.nowMs() < this.#kept.untilMs ? this.#kept.key : undefined;
  }

  #fetch(cache: 'default' | 'reload'): Promise<EncryptionKey> {
    const kept = { key: this.fetchKey(cache), untilMs: this.nowMs() + MAX_AGE_MS };
    this.#kept = kept;
    kept.key.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return kept.key;
  }
}
