import { classifyError, Outbox, type MessageHeaders } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, faultPoint, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Books, type Booking } from '../books/books.js';
import type { ReceivableState } from '../receivables/receivable.domain.js';
import { lockStillOpen } from './due-receivables.sql.js';
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
    private readonly logger: Logger,
  ) {}

  /**
   * Settles batch after batch until nothing more is due, no faster than the bus takes the events. What an error that does not pass keeps from being
   * settled is passed over and logged.
   * @returns how many receivables were passed over
   */
  async execute(settlement: Settlement): Promise<number> {
    const { batchSize } = this.limits;
    let last: ReceivableState | undefined;
    for (let unsettled = 0; ;) {
      if (!(await this.#mayGoOn(settlement))) return unsettled;
      const batch = await this.#settleBatch(settlement, last);
      unsettled += batch.unsettled;
      if (batch.due.length < batchSize) return unsettled;
      last = batch.due.at(-1);
    }
  }

  /** Waits until the bus has taken enough of what was told. @returns false when the settlement is to end */
  async #mayGoOn({ signal }: Settlement): Promise<boolean> {
    await this.outbox.shrunkTo(this.limits.unheardRows, signal);
    return !signal?.aborted;
  }

  async #settleBatch(settlement: Settlement, last: ReceivableState | undefined): Promise<Batch> {
    let due: readonly ReceivableState[] = [];
    try {
      await this.#settle(settlement, async (transaction) => {
        due = await settlement.lock(transaction, last, this.limits.batchSize);
        return due;
      });
      return { due, unsettled: 0 };
    } catch (error) {
      if (due.length === 0 || classifyError(error) !== 'permanent') throw error;
      return { due, unsettled: await this.#settleApart(settlement, due) };
    }
  }

  /**
   * Each wallet in a transaction of its own: every later round would begin with the same batch, so that a faulty one would hold up all others for
   * ever.
   */
  async #settleApart(settlement: Settlement, due: readonly ReceivableState[]): Promise<number> {
    let unsettled = 0;
    for (const [recipientId, receivables] of Map.groupBy(due, ({ recipient_id }) => recipient_id)) {
      if (!(await this.#mayGoOn(settlement))) return unsettled;
      const ids = receivables.map(({ id }) => id);
      try {
        await this.#settle(settlement, (transaction) => lockStillOpen(transaction, ids));
      } catch (error) {
        if (classifyError(error) !== 'permanent') throw error;
        this.logger.error('receivables cannot be settled', { recipientId, count: ids.length, error });
        this.metrics.unsettled(ids.length);
        unsettled += ids.length;
      }
    }
    return unsettled;
  }

  /** One transaction. @param lock finds what it settles */
  async #settle({ runId, cause }: Settlement, lock: Lock): Promise<void> {
    const settled = await this.database.transaction(async (transaction) => {
      const due = await lock(transaction);
      if (due.length === 0) return 0;
      await this.#post(transaction, settlementBookings(due, { runId, now: this.clock.now(), cause }), cause);
      await addToRun(transaction, runId, { settled: BigInt(due.length), amount: creditedBy(due) });
      faultPoint('settle.before-commit');
      return due.length;
    });
    if (settled > 0) faultPoint('settle.after-commit');
    this.metrics.settled(settled);
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

/** What was locked at once, and how many of it could not be settled. */
interface Batch {
  readonly due: readonly ReceivableState[];
  readonly unsettled: number;
}

type Lock = (transaction: Transaction) => Promise<readonly ReceivableState[]>;
