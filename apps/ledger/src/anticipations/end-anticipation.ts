import { Outbox, type MessageHeaders } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { anticipationEvent } from './anticipation-event.js';
import { releaseItems } from './anticipation-items.sql.js';
import type { AnticipationState } from './anticipation.domain.js';
import { moveAnticipation, type AnticipationMove } from './anticipations.sql.js';

/** What happens when a pending anticipation comes to nothing, whoever wants that: its receivables are free again. */
@Injectable()
export class EndAnticipation {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * @param anticipation locked
   * @returns it as it is after; undefined when it is not pending
   */
  async execute(
    transaction: Transaction,
    anticipation: AnticipationState,
    how: Pick<AnticipationMove, 'review'> & { readonly trigger: 'reject' | 'cancel'; readonly cause: MessageHeaders },
  ): Promise<AnticipationState | undefined> {
    const { trigger, review, cause } = how;
    const outboxId = this.outbox.newId();
    const move = { id: anticipation.id, trigger, review, outboxId, now: this.clock.now() };
    const ended = await moveAnticipation(transaction, move);
    if (!ended) return undefined;
    await releaseItems(transaction, ended.id);
    await this.outbox.add(transaction, {
      id: outboxId,
      messages: [anticipationEvent(ended, cause)],
      follows: [anticipation.outbox_id],
    });
    return ended;
  }
}
