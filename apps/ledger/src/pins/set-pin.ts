import {
  done,
  type Answer,
  type IdempotencyRequest,
  type SetTransactionPinCommand,
  type TransactionPin,
} from '@centavo/contracts';
import { Idempotency, RetriableError } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { PinHashes } from './pin-hashes.js';
import { findPin, putPin } from './pins.sql.js';
import { currentPinRequired, VerifyPin } from './verify-pin.js';

/** `transaction-pin.set`: from now on withdrawals of the merchant need this PIN. Whoever replaces one has to know it. */
@Injectable()
export class SetPin {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly hashes: PinHashes,
    private readonly verifyPin: VerifyPin,
  ) {}

  /**
   * @throws DomainError `validation_error` without the current PIN, `transaction_pin_invalid`, `transaction_pin_locked`
   * @throws RetriableError when another request has just changed the PIN
   */
  async execute(
    { merchant_id: merchantId, body }: SetTransactionPinCommand,
    request: IdempotencyRequest,
  ): Promise<Answer<TransactionPin>> {
    // First: who repeats a request gives a PIN that is no longer the current one.
    const kept = await this.idempotency.find(this.database, merchantId, request);
    if (kept) return kept as Answer<TransactionPin>;
    const replaced = await this.#verify(merchantId, body.current_pin);
    const pin = this.verifyPin.open(merchantId, body.pin);
    const hash = await this.hashes.inTurn(() => this.hashes.hash(merchantId, pin));
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchantId, request, async (transaction) => {
        if (!(await putPin(transaction, merchantId, replaced, hash))) {
          throw new RetriableError('the transaction PIN has just been changed');
        }
        return done('Transaction PIN set.', { id: merchantId, enabled: true });
      }),
    );
  }

  /** @returns the id of the PIN that is replaced, null when there is none */
  async #verify(merchantId: string, currentPin: string | null): Promise<string | null> {
    if (!(await findPin(this.database, merchantId))) return null;
    if (currentPin) return this.verifyPin.execute(merchantId, currentPin);
    throw currentPinRequired();
  }
}
