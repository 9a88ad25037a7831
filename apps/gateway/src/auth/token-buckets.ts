import { LRUCache } from 'lru-cache';

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Whoever has been forgotten had not come for long, and would have found a full bucket. */
const MAX_BUCKETS = 50_000;

/** Limits how often each of many may come: so many a second on average, bursts of up to twice that. Per gateway instance. */
export class TokenBuckets {
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });
  readonly #capacity: number;

  /** @param ratePerSecond 0 is no limit */
  constructor(private readonly ratePerSecond: number) {
    this.#capacity = 2 * ratePerSecond;
  }

  /**
   * Takes a token.
   * @param nowMs monotonic
   * @returns 0 when there was one, else the whole seconds until there is
   */
  take(key: string, nowMs: number): number {
    if (this.ratePerSecond === 0) return 0;
    const bucket = this.#filled(key, nowMs);
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / this.ratePerSecond));
    bucket.tokens -= 1;
    return 0;
  }

  #filled(key: string, nowMs: number): Bucket {
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      const full = { tokens: this.#capacity, filledAtMs: nowMs };
      this.#buckets.set(key, full);
      return full;
    }
    const refill = ((nowMs - bucket.filledAtMs) / 1000) * this.ratePerSecond;
    bucket.tokens = Math.min(this.#capacity, bucket.tokens + refill);
    bucket.filledAtMs = nowMs;
    return bucket;
  }
}
