import { saoPauloDateOf } from '@centavo/brazil';
import { DomainError, type AnticipationMetadata } from '@centavo/contracts';
import { Outbox, type MessageHeaders } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { merchantTermsOf } from '../merchants/merchant-terms.js';
import { lockReceivables } from '../receivables/receivables.sql.js';
import { lastDateOf, totalsOf, type Advance, type AdvanceTerms } from './advance.domain.js';
import { anticipationEvent } from './anticipation-event.js';
import { insertItems } from './anticipation-items.sql.js';
import type { AnticipationState } from './anticipation.domain.js';
import { insertAnticipation } from './anticipations.sql.js';
import { ApproveAnticipation } from './approve-anticipation.js';
import { chooseAdvances, type Wish } from './choose-advances.js';

export interface AnticipationRequest {
  readonly id: string;
  readonly wish: Wish;
  readonly metadata: AnticipationMetadata | null;
  readonly cause: MessageHeaders;
}

export interface AnticipationAttempt {
  /** Undefined when there was nothing to anticipate, or others took all that was found before it could be locked. */
  readonly anticipation: AnticipationState | undefined;
  /** Whether nothing that could be anticipated was left for another one. */
  readonly isAll: boolean;
}

/**
 * What happens when an anticipation is asked for, by a merchant or by the day: its receivables are locked and kept for it, and it is approved
 * at once unless an operator has to look at it first. The lock makes requests for the same receivable wait for each other, and the later
 * ones see that it is taken.
 */
@Injectable()
export class RequestAnticipation {
  constructor(
    private readonly outbox: Outbox,
    private readonly approval: ApproveAnticipation,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError `receivable_not_found`, `receivable_not_eligible`, `receivable_already_anticipated` about receivables that are named;
   * `receivable_not_eligible` when none is and there is nothing to anticipate
   */
  async execute(transaction: Transaction, request: AnticipationRequest): Promise<AnticipationState> {
    const { anticipation } = await this.attempt(transaction, request);
    if (anticipation) return anticipation;
    throw new DomainError('receivable_not_eligible', { message: 'There is no receivable that can be anticipated.' });
  }

  /** Like {@link execute}, but throws nothing when no receivable is named and there is nothing to anticipate. */
  async attempt(transaction: Transaction, request: AnticipationRequest): Promise<AnticipationAttempt> {
    const { id, wish, cause } = request;
    const { anticipation: settings } = await merchantTermsOf(transaction, wish.merchantId);
    const now = this.clock.now();
    const terms = { today: saoPauloDateOf(now), monthlyRateBps: settings.monthly_rate_bps };
    const lock = (ids: readonly string[]) => lockReceivables(transaction, ids);
    const { advances, isAll } = await chooseAdvances(transaction, wish, terms, lock);
    if (advances.length === 0) return { anticipation: undefined, isAll };

    const outboxId = this.outbox.newId();
    const anticipation = newAnticipation(request, advances, terms, { outboxId, now });
    await insertAnticipation(transaction, anticipation);
    await insertItems(transaction, id, advances);
    const requested = anticipationEvent(anticipation, cause);
    if (settings.review === 'manual') {
      await this.outbox.add(transaction, { id: outboxId, messages: [requested], follows: [] });
      return { anticipation, isAll };
    }
    const { today } = terms;
    const approval = { anticipation, advances, today, outboxId, toldBefore: [requested], follows: [], cause };
    return { anticipation: await this.approval.execute(transaction, approval), isAll };
  }
}

const newAnticipation = (
  { id, wish, metadata }: AnticipationRequest,
  advances: readonly Advance[],
  { monthlyRateBps }: AdvanceTerms,
  { outboxId, now }: { readonly outboxId: string; readonly now: Date },
): AnticipationState => ({
  id,
  merchant_id: wish.merchantId,
  status: 'pending',
  anticipation_type: wish.type,
  ...totalsOf(advances),
  monthly_rate_bps: monthlyRateBps,
  last_settlement_date: lastDateOf(advances),
  metadata,
  reviewed_at: null,
  review_notes: null,
  sequence: 1,
  outbox_id: outboxId,
  created_at: now,
  updated_at: now,
});
