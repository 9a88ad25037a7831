import { randomBytes } from 'node:crypto';
import type { Transaction } from '@centavo/persistence';
import { VaultDatabase } from '@centavo/service';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { checkKeys, fingerprintCheck } from './check-keys.js';
import { KeyProvider } from './keys/key-provider.port.js';
import { addKeyCheck, removeKeyCheck } from './keys.sql.js';

const DATA_KEY_BYTES = 32;
/** There is one only; where a provider keeps it is its own affair. */
const FINGERPRINT_KID = 'fingerprint';

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
      for (const kid of await checkKeys(transaction, this.keys)) await removeKeyCheck(transaction, kid);
      await this.#note(transaction);
    });
  }

  async #note(transaction: Transaction): Promise<void> {
    const { kid, wrapped } = await this.keys.wrap(randomBytes(DATA_KEY_BYTES));
    await addKeyCheck(transaction, { kid, algorithm: 'A256KW', checkValue: wrapped });
    const checkValue = await fingerprintCheck(this.keys);
    await addKeyCheck(transaction, { kid: FINGERPRINT_KID, algorithm: 'HS256', checkValue });
  }
}
