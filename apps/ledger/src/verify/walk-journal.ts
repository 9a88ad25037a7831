import type { LedgerViolation } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';
import { nextHash, type ChainLink } from '../chain/chain-hash.js';
import {
  linksAfter,
  queuedAfter,
  QUEUE_START,
  type CheckedLink,
  type CheckedTransaction,
  type QueuePlace,
} from './journal-pages.sql.js';

/** Transactions of a page of the chain: some tens of thousands of entries, a fraction of a second. */
const PAGE_SIZE = 2_000;
/** Rows of a page of the queue; each holds what was posted together. */
const QUEUE_ROWS = 20;

export interface PageOfChain {
  /** Where it ends: there the next page begins. */
  readonly end: ChainLink;
  readonly transactionIds: readonly string[];
  readonly violations: readonly LedgerViolation[];
  readonly isLast: boolean;
}

/**
 * Checks the chain's next transactions with their entries: each hash is worked out again from the one before it, as that is stored, so that
 * what was changed is named, and not all that follows it.
 */
export async function checkPage(sql: Sql, after: ChainLink, limit = PAGE_SIZE): Promise<PageOfChain> {
  const links = await linksAfter(sql, after.position, limit);
  const violations = links.flatMap((link, index) => [
    ...faultsOf(link),
    ...chainFaultsOf(link, index === 0 ? after : links[index - 1]!),
  ]);
  return {
    end: links.at(-1) ?? after,
    transactionIds: links.map(({ transaction_id }) => transaction_id),
    violations,
    isLast: links.length < limit,
  };
}

/** Checks what is not chained yet, a few transactions of the last seconds. */
export async function* checkQueue(sql: Sql): AsyncGenerator<readonly LedgerViolation[]> {
  let place: QueuePlace | undefined = QUEUE_START;
  while (place) {
    const page: Awaited<ReturnType<typeof queuedAfter>> = await queuedAfter(sql, place, QUEUE_ROWS);
    yield page.flatMap(faultsOf);
    place = page.at(-1)?.place;
  }
}

const faultsOf = ({ transaction_id: subject, faults, entry_faults }: CheckedTransaction): LedgerViolation[] =>
  [...faults, ...(entry_faults ?? [])].flatMap((fault) =>
    fault ? [{ rule: fault[0], subject, detail: fault[1] }] : [],
  );

function chainFaultsOf(link: CheckedLink, before: ChainLink): LedgerViolation[] {
  const { position, transaction_id: transactionId, digest, hash } = link;
  const subject = String(position);
  if (position !== before.position + 1n) {
    return [{ rule: 'chain_has_no_gap', subject, detail: `follows position ${before.position}` }];
  }
  if (!digest || nextHash(before, digest).equals(hash)) return [];
  return [
    { rule: 'chain_proves_the_journal', subject, detail: `the hash is not that of transaction ${transactionId}` },
  ];
}
