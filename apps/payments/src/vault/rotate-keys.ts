import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@centavo/persistence';
import { JwkSetKeyProvider } from './keys/jwk-set-key-provider.js';
import { KEY_FILE_MAX_AGE_MS, type KeyFile } from './keys/key-file.js';
import { KeySet } from './keys/key-set.domain.js';
import { oneAtATime } from './one-at-a-time.js';
import { rewrapCards, type Rewrapped } from './rewrap-cards.js';
import { VaultKeys } from './vault-keys.js';

/** By then every process has seen the file, and what it did in the meantime is done. */
export const SEEN_BY_ALL_MS = 2 * KEY_FILE_MAX_AGE_MS;

/**
 * Replaces the key that cards are encrypted to and the key-encryption key, and wraps every card's data key by the new one, while
 * everything runs: first every process learns the new keys, then they use them. The earlier keys stay in the file, for what is under way,
 * until they are retired.
 * @throws KeysBusyError
 */
export const rotateKeys = (database: Database, file: KeyFile): Promise<Rewrapped> =>
  oneAtATime(database, async () => {
    const next = (await file.read()).withNext();
    const promoted = next.promoted();
    await file.replace(next);
    // Noted before it is used: should the file be lost, the vault knows which key it lacks.
    await new VaultKeys(database, providerOf(promoted)).verifyAndNote();
    await delay(SEEN_BY_ALL_MS);
    await file.replace(promoted);
    await delay(SEEN_BY_ALL_MS);
    return rewrapAll(database, promoted);
  });

/** What is left to do when {@link rotateKeys} was stopped in the middle: every card under the current key. @throws KeysBusyError */
export const finishRotation = (database: Database, file: KeyFile): Promise<Rewrapped> =>
  oneAtATime(database, async () => {
    await delay(SEEN_BY_ALL_MS);
    return rewrapAll(database, await file.read());
  });

async function rewrapAll(database: Database, keys: KeySet): Promise<Rewrapped> {
  const provider = providerOf(keys);
  await new VaultKeys(database, provider).verifyAndNote();
  return rewrapCards(database, provider);
}

const providerOf = (keys: KeySet): JwkSetKeyProvider => new JwkSetKeyProvider(() => Promise.resolve(keys));
