import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@centavo/persistence';
import type { KeyFile } from './keys/key-file.js';
import { removeKeyCheck } from './keys.sql.js';
import { oneAtATime } from './one-at-a-time.js';
import { countByKey } from './rewrap-cards.js';
import { SEEN_BY_ALL_MS } from './rotate-keys.js';

const ENVELOPES_AT_ONCE = 5_000;

/** The current keys have only just taken the place of those that are to be retired. */
export class KeysTooNewError extends Error {
  override readonly name = 'KeysTooNewError';
}

/** What {@link retireKeys} did. */
export interface Retired {
  readonly kids: readonly string[];
  /** Those that are still needed, with how many cards are under each. */
  readonly kept: ReadonlyMap<string, number>;
}

/**
 * Takes the earlier keys out of the file: those that cards were encrypted to, and the key-encryption keys that no card is under any more.
 * Not within a day of the rotation, unless `atOnce`: an open page may still encrypt to the key it has seen. Stopped in the middle, the next one
 * does the rest.
 * @throws KeysBusyError, KeysTooNewError
 */
export const retireKeys = (database: Database, file: KeyFile, { atOnce = false } = {}): Promise<Retired> =>
  oneAtATime(database, async () => {
    const keys = await file.read();
    if (!atOnce && keys.earlierKids.length > 0) await assertTimeHasPassed(database, keys.current('A256KW').kid);
    const cards = await countByKey(database);
    const isNeeded = (kid: string): boolean => (cards.get(kid) ?? 0) > 0;
    const kids = keys.earlierKids.filter((kid) => !isNeeded(kid));
    // First the database: a card that was about to be kept under one of them is refused there, and not lost.
    for (const kid of kids) await removeKeyCheck(database, kid);
    if (kids.length > 0) {
      await file.replace(kids.reduce((rest, kid) => rest.without(kid), keys));
      await delay(SEEN_BY_ALL_MS);
    }
    await forgetEnvelopes(
      database,
      keys.kidsOf('ECDH-ES+A256KW').filter((kid) => !kids.includes(kid)),
    );
    return { kids, kept: new Map(keys.earlierKids.filter(isNeeded).map((kid) => [kid, cards.get(kid)!])) };
  });

async function assertTimeHasPassed(database: Database, currentKid: string): Promise<void> {
  const rows = await database.query(`SELECT FROM keys WHERE kid = $1 AND created_at > now() - interval '1 day'`, [
    currentKid,
  ]);
  if (rows.length === 0) return;
  throw new KeysTooNewError(
    'The current keys are not a day old; open pages may still encrypt to the earlier one. Wait, or retire --now.',
  );
}

/** Nobody can open an envelope any more when its key is gone, so nobody has to be kept from it. */
async function forgetEnvelopes(database: Database, openedBy: readonly string[]): Promise<void> {
  for (;;) {
    const gone = await database.query(
      `DELETE FROM envelopes WHERE digest = ANY (ARRAY(
         SELECT digest FROM envelopes WHERE kid <> ALL ($1::text[]) LIMIT ${ENVELOPES_AT_ONCE}
       )) RETURNING 1`,
      [openedBy],
    );
    if (gone.length < ENVELOPES_AT_ONCE) return;
  }
}
