import { Outbox, type MessageHeaders } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, faultPoint } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Books, type Booking } from '../books/books.js';
import type { ReceivableState } from '../receivables/receivable.domain.js';
import { creditedBy, settlementBookings } from './settlement-bookings.js';
import { SettlementLimits } from './settlement-limits.js';
import { SettlementListener } from './settlement-listener.js';
import { SettlementMetrics } from './settlement-metrics.js';
import { addToRun } from './settlement-runs.sql.js';

/** Which receivables are to be settled, and for whom. */
export interface Settlement {
  /** In `settlement_runs`. */
  readonly runId: string;
  readonly cause: MessageHeaders;
  /** Locks the next of those that are due, behind the last of the batch before. Fewer than `limit` when there are no more. */
  readonly lock: (
    transaction: Transaction,
    after: ReceivableState | undefined,
    limit: number,
  ) => Promise<readonly ReceivableState[]>;
  /** Ends it between two batches. */
  readonly signal?: AbortSignal;
}

/**
 * What happens when the dates of receivables have come: they turn `settled`, and what was not paid early goes from a wallet's pending balance
 * to its available one. In batches, each with its journal, balances, events and the run's count in one transaction: a run that is killed in the
 * middle has settled some receivables wholly and others not at all, and whoever goes on finds those by their status.
 */
@Injectable()
export class SettleReceivables {
  constructor(
    private readonly database: Database,
    private readonly books: Books,
    private readonly outbox: Outbox,
    private readonly listener: SettlementListener,
    private readonly clock: Clock,
    private readonly limits: SettlementLimits,
    private readonly metrics: SettlementMetrics,
  ) {}

  /** Settles batch after batch until nothing more is due, no faster than the bus takes the events. */
  async execute(settlement: Settlement): Promise<void> {
    const { batchSize, unheardRows } = this.limits;
    let last: ReceivableState | undefined;
    for (;;) {
      await this.outbox.shrunkTo(unheardRows, settlement.signal);
      if (settlement.signal?.aborted) return;
      const settled = await this.database.transaction((transaction) =>
        this.#settleBatch(transaction, settlement, last),
      );
      if (settled.length > 0) faultPoint('settle.after-commit');
      this.metrics.settled(settled.length);
      if (settled.length < batchSize) return;
      last = settled.at(-1);
    }
  }

  async #settleBatch(
    transaction: Transaction,
    { lock, runId, cause }: Settlement,
    last: ReceivableState | undefined,
  ): Promise<readonly ReceivableState[]> {
    const due = await lock(transaction, last, this.limits.batchSize);
    if (due.length === 0) return due;
    await this.#post(transaction, settlementBookings(due, { runId, now: this.clock.now(), cause }), cause);
    await addToRun(transaction, runId, { settled: BigInt(due.length), amount: creditedBy(due) });
    faultPoint('settle.before-commit');
    return due;
  }

  async #post(transaction: Transaction, bookings: readonly Booking[], cause: MessageHeaders): Promise<void> {
    const outboxId = this.books.newOutboxId();
    const changes = bookings.flatMap(({ receivables }) => receivables);
    const anticipated = changes.filter(({ before }) => before?.status === 'anticipated').map(({ after }) => after);
    const consequence =
      anticipated.length > 0
        ? await this.listener.onSettlement(transaction, { receivables: anticipated, outboxId, cause })
        : {};
    // With the last of them: what follows from the receivables is told after them.
    const last = bookings.length - 1;
    const told = bookings.with(last, { ...bookings[last]!, ...consequence });
    const { withoutWallet } = await this.books.post(transaction, told, outboxId);
    if (withoutWallet.size > 0)
      throw new Error(`${withoutWallet.size} wallets of receivables that are due are not open`);
  }
}
