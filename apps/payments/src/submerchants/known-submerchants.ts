import { latestStandings, type SubmerchantStanding } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { selectSubmerchants, upsertSubmerchants } from './submerchants.sql.js';

/** About 300 bytes each. */
const MAX_REMEMBERED = 20_000;
/** What one instance hears the others do not: so long after the table has changed, at most, all of them go by it. */
const REMEMBERED_MS = 1_000;
const MAX_BATCH = 500;

/** How submerchants stand, as far as payments knows: what their events said, and what onboarding said when it was asked. */
@Injectable()
export class KnownSubmerchants {
  readonly #remembered = new LRUCache<string, SubmerchantStanding>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  readonly #questions: PacedBatcher<string, SubmerchantStanding | undefined>;

  constructor(private readonly database: Database) {
    this.#questions = new PacedBatcher({ flush: (ids) => this.#find(ids), maxSize: MAX_BATCH, lingerMs: 0 });
  }

  /** Keeps what was heard. Of one submerchant the latest counts, in whatever order and however often it comes. */
  async keep(heard: readonly SubmerchantStanding[]): Promise<void> {
    const standings = latestStandings(heard);
    if (standings.length === 0) return;
    await upsertSubmerchants(this.database, standings);
    for (const { id } of standings) this.#remembered.delete(id);
  }

  /** Those that are known, by id. Look-ups that fall together share one statement. */
  async find(ids: readonly string[]): Promise<Map<string, SubmerchantStanding>> {
    const found = await Promise.all(ids.map(async (id) => this.#remembered.get(id) ?? this.#questions.add(id)));
    return new Map(found.filter((standing) => standing !== undefined).map((standing) => [standing.id, standing]));
  }

  async #find(ids: readonly string[]): Promise<(SubmerchantStanding | undefined)[]> {
    const found = new Map((await selectSubmerchants(this.database, ids)).map((standing) => [standing.id, standing]));
    for (const [id, standing] of found) this.#remembered.set(id, standing);
    return ids.map((id) => found.get(id));
  }
}
