import { randomBytes } from 'node:crypto';
import type { Transaction } from '@centavo/persistence';
import { SettingsError } from '@centavo/runtime';
import { VaultDatabase } from '@centavo/service';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { KeyError, KeyProvider } from './keys/key-provider.port.js';
import { addKeyCheck, findKeyChecks, hasCards, removeKeyCheck, type KeyCheck } from './keys.sql.js';

const DATA_KEY_BYTES = 32;
/** There is one only; where a provider keeps it is its own affair. */
const FINGERPRINT_KID = 'fingerprint';
const FINGERPRINTED = 'centavo card vault';
const REMEDY = 'Start with the keys that the cards were kept with: see VAULT_KEYS_FILE and VAULT_KEYS.';

/**
 * Knows which keys the vault's cards depend on, and refuses to start with others: cards would be kept that nobody who has the right
 * keys could read, and known ones not recognized.
 */
@Injectable()
export class VaultKeys implements OnModuleInit {
  constructor(
    private readonly database: VaultDatabase,
    private readonly keys: KeyProvider,
  ) {}

  onModuleInit(): Promise<void> {
    return this.verifyAndNote();
  }

  /** @throws SettingsError when a key is missing or another one */
  async verifyAndNote(): Promise<void> {
    await this.database.transaction(async (transaction) => {
      // Of two instances that start with different keys on an empty vault, one is first.
      await transaction.query('LOCK TABLE keys IN SHARE ROW EXCLUSIVE MODE');
      for (const check of await findKeyChecks(transaction)) await this.#verify(transaction, check);
      await this.#note(transaction);
    });
  }

  async #verify(transaction: Transaction, { kid, algorithm, checkValue }: KeyCheck): Promise<void> {
    if (algorithm === 'HS256') {
      if ((await this.keys.fingerprint(FINGERPRINTED)).equals(checkValue)) return;
      throw new SettingsError(`The card vault has cards under another fingerprint key (HS256). ${REMEDY}`);
    }
    try {
      await this.keys.unwrap({ kid, wrapped: checkValue });
    } catch (error) {
      if (!(error instanceof KeyError)) throw error;
      if (!(await hasCards(transaction, kid))) return removeKeyCheck(transaction, kid);
      throw new SettingsError(
        `The card vault has cards under the key-encryption key ${kid}, and it cannot be used. ${error.message} ${REMEDY}`,
      );
    }
  }

  async #note(transaction: Transaction): Promise<void> {
    const { kid, wrapped } = await this.keys.wrap(randomBytes(DATA_KEY_BYTES));
    await addKeyCheck(transaction, { kid, algorithm: 'A256KW', checkValue: wrapped });
    const checkValue = await this.keys.fingerprint(FINGERPRINTED);
    await addKeyCheck(transaction, { kid: FINGERPRINT_KID, algorithm: 'HS256', checkValue });
  }
}
