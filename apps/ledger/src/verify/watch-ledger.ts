import type { LedgerViolation } from '@centavo/contracts';
import { PeriodicWork } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Logger, Metrics } from '@centavo/runtime';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { countQueued } from '../chain/chain.sql.js';
import { checkPage } from './walk-journal.js';
import { accountBreaches, isChained, moveWatch, readWatch, takeWatch, type Watch } from './watch.sql.js';

/** How long a fault may go unseen, behind the chain. */
const INTERVAL_MS = 15_000;

/**
 * The light check that never ends: it follows the chain and looks once at all that was posted since, and at the accounts that this moved. One
 * instance at a time; every instance shows to its metrics how things stand. What changes later in what it has seen is for the whole check.
 */
@Injectable()
export class WatchLedger implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #rounds: PeriodicWork;
  #seen: Watch | undefined;
  #queued = 0;
  #isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#rounds = new PeriodicWork({
      name: 'watch over the ledger',
      intervalMs: INTERVAL_MS,
      work: () => this.execute(),
      logger,
    });
    this.#observe(metrics);
  }

  onApplicationBootstrap(): void {
    this.#rounds.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    return this.#rounds.stop();
  }

  /** Follows the chain to its end, unless another instance does. */
  async execute(): Promise<void> {
    let isBehind = true;
    while (isBehind && !this.#isStopping) {
      isBehind = await this.database.transaction((transaction) => this.#followSome(transaction));
    }
    this.#seen = await readWatch(this.database);
    this.#queued = await countQueued(this.database);
  }

  /** @returns whether there is more */
  async #followSome(transaction: Transaction): Promise<boolean> {
    const watch = await takeWatch(transaction);
    if (!watch) return false;
    const page = await checkPage(transaction, watch.end);
    const violations = [
      ...(await lostLink(transaction, watch)),
      ...page.violations,
      ...(await accountBreaches(transaction, page.transactionIds)),
    ];
    await moveWatch(transaction, page.end, violations.length);
    for (const { rule, subject, detail } of violations) {
      this.logger.error('the ledger breaks a rule', { type: rule, resourceId: subject, reason: detail });
    }
    return !page.isLast;
  }

  #observe(metrics: Metrics): void {
    metrics.observe('ledger_unchained_transactions', {}, () => this.#queued);
    metrics.observe('ledger_checked_position', {}, () => Number(this.#seen?.end.position ?? 0));
    metrics.observe('ledger_last_check_seconds', {}, () =>
      this.#seen ? (Date.now() - this.#seen.checkedAt.getTime()) / 1_000 : 0,
    );
    metrics.observe('ledger_violations', {}, () => this.#seen?.violations ?? 0);
  }
}

async function lostLink(transaction: Transaction, { end }: Watch): Promise<LedgerViolation[]> {
  if (await isChained(transaction, end)) return [];
  const detail = 'the chain does not have this link any more as it was when it was checked';
  return [{ rule: 'chain_keeps_what_was_checked', subject: String(end.position), detail }];
}
