import {
  created,
  DomainError,
  presentWalletEntry,
  type AdjustWalletCommand,
  type Answer,
  type WalletEntry,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, OPERATORS } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { Books, type Booking } from '../books/books.js';
import { postingLines } from '../journal/postings.domain.js';
import { entryOf, insertAdjustment, ownerOfWallet, type Adjustment } from './adjustments.sql.js';

/** An operator puts a balance right. Nothing has to cover it: what a wallet owes stands on its statement below zero. */
@Controller()
export class AdjustWalletHandler {
  constructor(
    private readonly database: Database,
    private readonly books: Books,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('wallets.adjust')
  handle(@Payload() command: AdjustWalletCommand, @Ctx() context: BusContext): Promise<Answer<WalletEntry>> {
    const adjustment = adjustmentOf(command);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, OPERATORS, oncePerCommand(command, context), async (transaction) => {
        const ownerId = await ownerOfWallet(transaction, adjustment.walletId);
        if (!ownerId) throw new DomainError('wallet_not_found');
        await insertAdjustment(transaction, adjustment);
        await this.books.post(transaction, [bookingOf(adjustment, ownerId, this.clock.now(), context)]);
        return created('Wallet adjusted.', presentWalletEntry(await entryOf(transaction, adjustment.id)));
      }),
    );
  }
}

const adjustmentOf = ({ body, ...command }: AdjustWalletCommand): Adjustment => ({
  id: command.adjustment_id,
  walletId: command.wallet_id,
  direction: body.direction,
  amount: BigInt(body.amount),
  description: body.description,
  operator: command.operator,
  auditCallId: command.audit_call_id,
});

/** The journal transaction has the id of the adjustment, which is the command's: delivered again it is the same. */
const bookingOf = (
  { id, direction, amount, description }: Adjustment,
  ownerId: string,
  occurredAt: Date,
  { caused }: BusContext,
): Booking => ({
  journal: {
    id,
    kind: 'adjustment',
    referenceId: id,
    occurredAt,
    lines: postingLines(
      direction === 'credit' ? 'adjustment_credit' : 'adjustment_debit',
      { ownerId, receivableId: null, statement: { referenceType: 'adjustment', referenceId: id, description } },
      { amount },
    ),
  },
  receivables: [],
  cause: caused,
});
