import {
  done,
  DomainError,
  presentWithdrawal,
  type Answer,
  type CancelWithdrawalCommand,
  type IdempotencyRequest,
  type Withdrawal,
} from '@centavo/contracts';
import { Idempotency, type MessageHeaders } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { MoveWithdrawals } from './move/move-withdrawals.js';
import { notPossible } from './not-possible.js';
import { cancelMove } from './withdrawal.domain.js';
import { lockWithdrawal } from './withdrawals.sql.js';

/** `withdrawals.cancel`: the money comes back, as long as the bank has not been asked. The row's lock decides who was first. */
@Injectable()
export class CancelWithdrawal {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly withdrawals: MoveWithdrawals,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `idempotency_in_progress`; refusals are returned, because they are kept */
  execute(
    command: CancelWithdrawalCommand,
    request: IdempotencyRequest,
    cause: MessageHeaders,
  ): Promise<Answer<Withdrawal>> {
    const { merchant_id: merchantId, withdrawal_id: id } = command;
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, merchantId, request, async (transaction) => {
        const before = await lockWithdrawal(transaction, id);
        if (before?.merchant_id !== merchantId) throw new DomainError('withdrawal_not_found');
        if (before.status !== 'pending') throw notPossible('withdrawal_not_cancelable', before);
        const move = cancelMove(before, this.clock.now());
        const [canceled] = await this.withdrawals.write(transaction, [{ move, cause }]);
        if (!canceled) throw new Error(`withdrawal ${id} was moved by somebody who did not lock it`);
        return done('Withdrawal canceled.', presentWithdrawal(canceled));
      }),
    );
  }
}
