import { saoPauloDateOf } from '@centavo/brazil';
import {
  ANTICIPATION_TRANSITIONS,
  done,
  DomainError,
  presentAnticipation,
  type Answer,
  type Anticipation,
  type ReviewAnticipationCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, OPERATORS, Outbox, type MessageHeaders } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { lockReceivables } from '../receivables/receivables.sql.js';
import { advancesOf } from './advance.domain.js';
import { receivableIdsOf, reviseItems } from './anticipation-items.sql.js';
import { notPossible, type AnticipationState } from './anticipation.domain.js';
import { lockAnticipation, type AnticipationMove } from './anticipations.sql.js';
import { ApproveAnticipation } from './approve-anticipation.js';
import { EndAnticipation } from './end-anticipation.js';

/**
 * An operator's decision. What is approved is worked out anew, at the rate that it was requested at: interest for the days from the day of
 * the approval, on what refunds have left. Receivables that can be anticipated no longer drop out.
 */
@Controller()
export class ReviewAnticipationHandler {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly approval: ApproveAnticipation,
    private readonly end: EndAnticipation,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('anticipations.review')
  handle(@Payload() command: ReviewAnticipationCommand, @Ctx() context: BusContext): Promise<Answer<Anticipation>> {
    const { anticipation_id: id, body } = command;
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, OPERATORS, oncePerCommand(command, context), async (transaction) => {
        const before = await lockAnticipation(transaction, id);
        if (!before) throw new DomainError('anticipation_not_found');
        // Before any receivable is locked: those of an anticipation that was decided are locked before it.
        if (before.status !== 'pending') throw notPending(before);
        const decision = { review: { notes: body.notes ?? null }, cause: context.caused };
        const after = await (body.status === 'approved'
          ? this.#approve(transaction, before, decision)
          : this.#reject(transaction, before, decision));
        return done(`Anticipation ${after.status}.`, presentAnticipation(after));
      }),
    );
  }

  async #reject(transaction: Transaction, before: AnticipationState, decision: Decision): Promise<AnticipationState> {
    const rejected = await this.end.execute(transaction, before, { trigger: 'reject', ...decision });
    if (!rejected) throw notPending(before);
    return rejected;
  }

  async #approve(transaction: Transaction, before: AnticipationState, decision: Decision): Promise<AnticipationState> {
    const today = saoPauloDateOf(this.clock.now());
    const receivables = await lockReceivables(transaction, await receivableIdsOf(transaction, before.id));
    const advances = advancesOf(receivables, { today, monthlyRateBps: before.monthly_rate_bps });
    if (advances.length === 0) throw nothingLeft();
    await reviseItems(transaction, before.id, advances);
    return this.approval.execute(transaction, {
      anticipation: before,
      advances,
      today,
      outboxId: this.outbox.newId(),
      toldBefore: [],
      follows: [before.outbox_id],
      ...decision,
    });
  }
}

interface Decision {
  readonly review: NonNullable<AnticipationMove['review']>;
  readonly cause: MessageHeaders;
}

const notPending = (anticipation: AnticipationState): DomainError =>
  notPossible('review_not_possible', anticipation, ANTICIPATION_TRANSITIONS.approve);

const nothingLeft = (): DomainError =>
  new DomainError('review_not_possible', {
    message:
      'The anticipation is pending, but none of its receivables can be anticipated any more; it can be rejected.',
  });
