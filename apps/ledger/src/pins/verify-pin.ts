import { DomainError, type SealedPin } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { openText, SecretBox, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { PinHashes } from './pin-hashes.js';
import { countAttempt, findPin, forgetFailures, lockAfterFailures, replaceHash } from './pins.sql.js';

/**
 * Tells whether a PIN is the merchant's. An attempt counts as wrong from its beginning, and holds the PIN until it is decided, in a transaction of its
 * own: whoever guesses, however often at once, is told of five guesses and no more. Nobody is told anything of an attempt that was not committed.
 */
@Injectable()
export class VerifyPin {
  readonly #box: SecretBox;

  constructor(
    private readonly database: Database,
    private readonly hashes: PinHashes,
    settings: Settings,
  ) {
    this.#box = new SecretBox(settings.secretsKeys);
  }

  /**
   * @returns the id of the PIN that it was; null when the merchant has none
   * @throws DomainError `transaction_pin_invalid`, `transaction_pin_locked`
   */
  async execute(merchantId: string, sealed: SealedPin): Promise<string | null> {
    const pin = this.open(merchantId, sealed);
    // The turn comes before the transaction: what waits for its turn holds no connection.
    const verdict = await this.hashes.inTurn(() => this.#attempt(merchantId, pin));
    if (verdict === 'wrong') throw new DomainError('transaction_pin_invalid');
    if (verdict === 'locked') throw new DomainError('transaction_pin_locked');
    return verdict.pinId;
  }

  /** A PIN in clear, as it is in memory alone. */
  open(merchantId: string, sealed: SealedPin): string {
    return openText(this.#box, sealed, merchantId);
  }

  #attempt(merchantId: string, pin: string): Promise<'wrong' | 'locked' | { readonly pinId: string | null }> {
    return this.database.transaction(async (transaction) => {
      const attempt = await countAttempt(transaction, merchantId);
      if (!attempt) return (await findPin(transaction, merchantId)) ? 'locked' : { pinId: null };
      if (await this.hashes.matches(merchantId, pin, attempt)) {
        await forgetFailures(transaction, merchantId);
        if (!this.hashes.isCurrent(attempt)) {
          await replaceHash(transaction, merchantId, await this.hashes.hash(merchantId, pin));
        }
        return { pinId: attempt.id };
      }
      await lockAfterFailures(transaction, merchantId);
      return 'wrong';
    });
  }
}

/** Who changes a PIN has to know it. */
export const currentPinRequired = (): DomainError =>
  DomainError.invalidField('current_pin', 'required', 'current_pin is required');
