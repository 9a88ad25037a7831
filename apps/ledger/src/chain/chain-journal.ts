import { PeriodicWork } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Logger } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { nextHash, type ChainLink } from './chain-hash.js';
import {
  appendLinks,
  digestsOf,
  isAnyQueued,
  lastLink,
  lockChain,
  rollUpPlatformAccounts,
  takeQueued,
  type DigestedTransaction,
  type NewLink,
} from './chain.sql.js';

/** How long a transaction may be in the journal before it is chained. */
const INTERVAL_MS = 1_000;
/** Chained in one database transaction. */
const BATCH_SIZE = 2_000;

/**
 * Chains what was posted, behind the back of whoever posts: each link's hash covers its transaction with all its entries and the hash before
 * it, so that nothing in the journal can be changed without a trace. The same step adds to the balances of the platform's accounts, which
 * so many post to that they are not kept with each posting.
 *
 * What is taken from the queue, chained and added up stands or falls together, so a worker that dies leaves no gap and does nothing twice.
 */
@Injectable()
export class ChainJournal implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;
  #isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {
    this.#rounds = new PeriodicWork({
      name: 'chaining of the journal',
      intervalMs: INTERVAL_MS,
      work: async () => void (await this.execute()),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    return this.#rounds.stop();
  }

  /** Chains all that waits, unless another instance does. @returns how many transactions this one did */
  async execute(): Promise<number> {
    let total = 0;
    // Most rounds of a quiet ledger end here, with one query.
    while (!this.#isStopping && (await isAnyQueued(this.database))) {
      const taken = await this.database.transaction((transaction) => this.#chainSome(transaction));
      if (taken === 0) break;
      total += taken;
    }
    return total;
  }

  async #chainSome(transaction: Transaction): Promise<number> {
    if (!(await lockChain(transaction))) return 0;
    const ids = await takeQueued(transaction, BATCH_SIZE);
    if (ids.length === 0) return 0;
    const digested = await digestsOf(transaction, ids);
    if (digested.length < ids.length) this.#reportLost(ids.length - digested.length);
    await appendLinks(transaction, linksAfter(await lastLink(transaction), digested));
    await rollUpPlatformAccounts(
      transaction,
      digested.map(({ id }) => id),
    );
    return ids.length;
  }

  /** A worker that gave up here would leave everything after it unchained. Balances and versions show to the checker what is gone. */
  #reportLost(count: number): void {
    this.logger.error('transactions are queued for the chain that are not in the journal, or chained already', {
      count,
    });
  }
}

function linksAfter(last: ChainLink, transactions: readonly DigestedTransaction[]): NewLink[] {
  let before = last;
  return transactions.map(({ id, digest }) => {
    const link = { position: before.position + 1n, transactionId: id, hash: nextHash(before, digest) };
    before = link;
    return link;
  });
}
