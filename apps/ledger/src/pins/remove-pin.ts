import {
  done,
  DomainError,
  type Answer,
  type IdempotencyRequest,
  type RemoveTransactionPinCommand,
  type ResetTransactionPinCommand,
} from '@centavo/contracts';
import { Idempotency, OPERATORS, RetriableError } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { findWalletsOf } from '../wallets/wallets.sql.js';
import { deletePin } from './pins.sql.js';
import { VerifyPin } from './verify-pin.js';

type Removed = Answer<{ id: string; deleted: true }>;

const removed = (merchantId: string) => done('Transaction PIN removed.', { id: merchantId, deleted: true } as const);

/** Withdrawals of the merchant need no PIN any more. Where there was none, nothing is done and nothing is wrong. */
@Injectable()
export class RemovePin {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly verifyPin: VerifyPin,
  ) {}

  /**
   * `transaction-pin.remove`: the merchant itself, who has to know it.
   * @throws DomainError `transaction_pin_invalid`, `transaction_pin_locked`
   * @throws RetriableError when another request has just changed the PIN
   */
  async execute(
    { merchant_id: merchantId, body }: RemoveTransactionPinCommand,
    request: IdempotencyRequest,
  ): Promise<Removed> {
    const kept = await this.idempotency.find(this.database, merchantId, request);
    if (kept) return kept as Removed;
    const pinId = await this.verifyPin.execute(merchantId, body.current_pin);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchantId, request, async (transaction) => {
        if (pinId && !(await deletePin(transaction, merchantId, pinId))) {
          throw new RetriableError('the transaction PIN has just been changed');
        }
        return removed(merchantId);
      }),
    );
  }

  /** `transaction-pin.reset`: an operator, for a merchant that has lost it. @throws DomainError `merchant_not_found` */
  reset({ merchant_id: merchantId }: ResetTransactionPinCommand, request: IdempotencyRequest): Promise<Removed> {
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, OPERATORS, request, async (transaction) => {
        const [wallet] = await findWalletsOf(transaction, [merchantId]);
        if (wallet?.owner_type !== 'merchant') throw new DomainError('merchant_not_found');
        await deletePin(transaction, merchantId);
        return removed(merchantId);
      }),
    );
  }
}
