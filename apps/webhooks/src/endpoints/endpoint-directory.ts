import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Endpoint } from './endpoint.js';
import { EndpointReader } from './endpoint-reader.js';
import { selectDirectoryVersion } from './endpoints.sql.js';

/** Merchants kept in memory, those without endpoints too: most events find nobody who wants to hear them. */
const MAX_MERCHANTS = 50_000;

/**
 * Every merchant's endpoints, in memory. Each look-up first asks for the number of the last change (one row, once per batch): so an
 * event that was caused after an endpoint was answered for is never judged by an older list, on whichever instance it arrives.
 */
@Injectable()
export class EndpointDirectory {
  readonly #merchants = new LRUCache<string, readonly Endpoint[]>({ max: MAX_MERCHANTS });
  #version: bigint | undefined;

  constructor(
    private readonly database: Database,
    private readonly reader: EndpointReader,
  ) {}

  /** The endpoints, of whatever status, of each of these merchants. */
  async endpointsOf(merchantIds: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly Endpoint[]>> {
    await this.#forgetChanged();
    const found = new Map<string, readonly Endpoint[]>();
    const missing: string[] = [];
    for (const merchantId of merchantIds) {
      const known = this.#merchants.get(merchantId);
      if (known) found.set(merchantId, known);
      else missing.push(merchantId);
    }
    for (const [merchantId, endpoints] of await this.#load(missing)) found.set(merchantId, endpoints);
    return found;
  }

  async #forgetChanged(): Promise<void> {
    const version = await selectDirectoryVersion(this.database);
    // Answers of two look-ups at once may arrive in any order; an older number is no news.
    if (this.#version !== undefined && version <= this.#version) return;
    this.#version = version;
    this.#merchants.clear();
  }

  async #load(merchantIds: readonly string[]): Promise<Map<string, readonly Endpoint[]>> {
    const loaded = new Map<string, Endpoint[]>(merchantIds.map((merchantId) => [merchantId, []]));
    if (merchantIds.length === 0) return loaded;
    const version = this.#version!;
    for (const endpoint of await this.reader.allOf(this.database, merchantIds)) {
      loaded.get(endpoint.merchantId)!.push({ ...endpoint, asOf: version });
    }
    // What was read before a change must not outlive it.
    if (version === this.#version) for (const [id, endpoints] of loaded) this.#merchants.set(id, endpoints);
    return loaded;
  }
}
