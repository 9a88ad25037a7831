import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@centavo/persistence';
import { JwkSetKeyProvider } from './keys/jwk-set-key-provider.js';
import { KEY_FILE_MAX_AGE_MS, type KeyFile } from './keys/key-file.js';
import { removeKeyCheck } from './keys.sql.js';
import { countByKey, rewrapCards } from './rewrap-cards.js';
import { VaultKeys } from './vault-keys.js';

/** By then every process has seen the file; those that had not wrapped by the earlier key in the meantime. */
const SEEN_BY_ALL_MS = 2 * KEY_FILE_MAX_AGE_MS;

/**
 * Replaces the key that cards are encrypted to and the key-encryption key, and wraps every card's data key by the new one, while
 * everything runs. The earlier keys stay in the file, for what is under way, until {@link retireKeys}.
 * @returns how many cards were wrapped anew
 */
export async function rotateKeys(database: Database, file: KeyFile): Promise<number> {
  await file.replace((await file.read()).rotated());
  return finishRotation(database, file);
}

/** The second half of {@link rotateKeys}: what is left to do when it was stopped in the middle. */
export async function finishRotation(database: Database, file: KeyFile): Promise<number> {
  await delay(SEEN_BY_ALL_MS);
  const keys = new JwkSetKeyProvider(() => file.read());
  await new VaultKeys(database, keys).onModuleInit();
  let [count, rewrapped] = [0, 0];
  do {
    rewrapped = await rewrapCards(database, keys);
    count += rewrapped;
  } while (rewrapped > 0);
  return count;
}

/** Keys that {@link retireKeys} took away. */
export interface Retired {
  readonly kids: readonly string[];
  /** Those that are still needed, with how many cards are under each. */
  readonly kept: ReadonlyMap<string, number>;
}

/**
 * Takes the earlier keys out of the file: those that cards were encrypted to, and the key-encryption keys that no card is under any more.
 * Best a day or more after {@link rotateKeys}: an open page may still encrypt to the key it has seen.
 */
export async function retireKeys(database: Database, file: KeyFile): Promise<Retired> {
  const keys = await file.read();
  const cards = await countByKey(database);
  const isNeeded = (kid: string): boolean => (cards.get(kid) ?? 0) > 0;
  const kids = keys.earlierKids.filter((kid) => !isNeeded(kid));
  // First the database: a key that it does not name is not missed.
  for (const kid of kids) await removeKeyCheck(database, kid);
  await file.replace(kids.reduce((rest, kid) => rest.without(kid), keys));
  await database.query('DELETE FROM envelopes WHERE kid = ANY ($1::text[])', [kids]);
  return { kids, kept: new Map(keys.earlierKids.filter(isNeeded).map((kid) => [kid, cards.get(kid)!])) };
}
