import { PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { toCredential, type Credential } from './credential.js';
import { CredentialQueries } from './credentials.queries.js';

/** What is remembered is served this long after it was known to be current, … */
const MAX_AGE_MS = 1000;
/** … and asked about again from this age on while requests keep coming, so that none of them has to wait. An idle gateway asks nothing. */
const REFRESH_AFTER_MS = 500;
/** About 1 kB each. */
const MAX_KNOWN = 50_000;
/** Keys that do not exist, apart from the known ones, so that a flood of them pushes nobody out. */
const MAX_UNKNOWN = 10_000;
const LOOKUP_BATCH = 500;
const LOOKUP_LINGER_MS = 5;
/** The version after which nothing has changed: the largest there is. */
const NO_CHANGES = 2n ** 63n - 1n;

/**
 * The API keys, in memory. A change of a key or its merchant acts within a second: nothing is served unless the access version was
 * seen to be unchanged at most a second ago, and when the database cannot tell, nobody is let in.
 */
@Injectable()
export class CredentialDirectory {
  readonly #known = new LRUCache<string, Credential>({ max: MAX_KNOWN });
  readonly #unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN });
  readonly #lookups = new PacedBatcher<string, Credential | null>({
    flush: (publicKeys) => this.#lookUp(publicKeys),
    maxSize: LOOKUP_BATCH,
    lingerMs: LOOKUP_LINGER_MS,
  });
  /** Before the first check nothing is remembered, so nothing that could have changed. */
  #version = NO_CHANGES;
  /** When the newest check that succeeded was begun. Monotonic: a step of the wall clock must not keep a revoked key alive. */
  #checkedAtMs = -Infinity;
  #refreshing: Promise<void> | undefined;

  constructor(private readonly queries: CredentialQueries) {}

  /**
   * The credential when it is in memory and current, null when there is no such key; without waiting.
   * @returns undefined when the database has to be asked: see {@link find}
   */
  peek(publicKey: string): Credential | null | undefined {
    const ageMs = performance.now() - this.#checkedAtMs;
    if (ageMs > MAX_AGE_MS) return undefined;
    // Nobody waits for this one, so nobody hears of its failure either; if it lasts, the next request does.
    if (ageMs > REFRESH_AFTER_MS) this.#refresh().catch(() => undefined);
    return this.#known.get(publicKey) ?? (this.#unknown.has(publicKey) ? null : undefined);
  }

  /**
   * The credential of a public key, null when there is none.
   * @throws what the database throws: without it nobody can be let in
   */
  async find(publicKey: string): Promise<Credential | null> {
    const askedAtMs = performance.now();
    // A check that was already under way may have begun too long ago to vouch for now; then the next one does.
    while (askedAtMs - this.#checkedAtMs > MAX_AGE_MS) await this.#refresh();
    const remembered = this.#known.get(publicKey);
    if (remembered) return remembered;
    return this.#unknown.has(publicKey) ? null : this.#lookups.add(publicKey);
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#forgetChanges().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #forgetChanges(): Promise<void> {
    const startedAtMs = performance.now();
    const { version, publicKeys } = await this.queries.changesSince(this.#version);
    for (const publicKey of publicKeys) {
      this.#known.delete(publicKey);
      this.#unknown.delete(publicKey);
    }
    this.#version = version;
    this.#checkedAtMs = startedAtMs;
  }

  async #lookUp(publicKeys: readonly string[]): Promise<(Credential | null)[]> {
    const distinct = [...new Set(publicKeys)];
    const { version, records } = await this.queries.find(distinct);
    // A change was noticed while we asked: this answer is older than what we know, so it may be wrong.
    if (version < this.#version && this.#version !== NO_CHANGES) return this.#lookUp(publicKeys);
    const found = new Map(records.map((record) => [record.public_key, toCredential(record)]));
    for (const publicKey of distinct) this.#remember(publicKey, found.get(publicKey) ?? null);
    return publicKeys.map((publicKey) => found.get(publicKey) ?? null);
  }

  #remember(publicKey: string, credential: Credential | null): void {
    if (credential) this.#known.set(publicKey, credential);
    else this.#unknown.set(publicKey, true);
  }
}
