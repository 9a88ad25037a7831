import { Outbox, PeriodicWork, type MessageHeaders } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, Logger, untilFewer } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import {
  SettlementListener,
  type SettledAnticipated,
  type SettlementConsequence,
} from '../settlement/settlement-listener.js';
import { anticipationEvent } from './anticipation-event.js';
import { settleAnticipations, settleOverdueAnticipations, type SettledAnticipation } from './anticipations.sql.js';

const INTERVAL_MS = 60_000;
/** One transaction, and one row of the outbox. */
const MAX_SETTLED = 200;

/**
 * Ends anticipations of which nothing is to come any more. Most end in the transaction that settles the last of their receivables. Where
 * the last one went another way, refunded or lost to a dispute, the anticipation ends after its last date: its row is the timer.
 */
@Injectable()
export class SettleAnticipations
  extends SettlementListener
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  readonly #rounds: PeriodicWork;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    super();
    this.#rounds = new PeriodicWork({
      name: 'settlement of anticipations',
      intervalMs: INTERVAL_MS,
      work: async () => void (await this.settleOverdue()),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#rounds.stop();
  }

  override async onSettlement(
    transaction: Transaction,
    { receivables, outboxId, cause }: SettledAnticipated,
  ): Promise<SettlementConsequence> {
    const ids = new Set(receivables.map(({ anticipation_id: id }) => id).filter((id) => id !== null));
    const settling = receivables.map(({ id }) => id);
    const telling = { outboxId, now: this.clock.now() };
    return consequenceOf(await settleAnticipations(transaction, [...ids], settling, telling), cause);
  }

  /** Settles all that are overdue. @returns how many this instance did */
  settleOverdue(): Promise<number> {
    return untilFewer(MAX_SETTLED, () => this.#settleSome());
  }

  #settleSome(): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const telling = { outboxId: this.outbox.newId(), now: this.clock.now() };
      const settled = await settleOverdueAnticipations(transaction, telling, MAX_SETTLED);
      const { events, follows } = consequenceOf(settled, {});
      await this.outbox.add(transaction, { id: telling.outboxId, messages: events, follows });
      return settled.length;
    });
  }
}

const consequenceOf = (settled: readonly SettledAnticipation[], cause: MessageHeaders): SettlementConsequence => ({
  events: settled.map((anticipation) => anticipationEvent(anticipation, cause)),
  follows: settled.map(({ told_before: before }) => before),
});
