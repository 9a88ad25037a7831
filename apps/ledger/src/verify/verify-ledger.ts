import type { LedgerReport, LedgerViolation } from '@centavo/contracts';
import { Database, type Sql, type Transaction } from '@centavo/persistence';
import { CHAIN_START, type ChainLink } from '../chain/chain-hash.js';
import { LEDGER_COUNTS, LEDGER_RULES } from './ledger-rules.sql.js';
import { RECEIVABLE_RULES } from './receivable-rules.sql.js';
import { Violations } from './violations.js';
import { checkPage, checkQueue } from './walk-journal.js';

type Counted = 'transactions' | 'entries' | 'accounts';

const RULES = Object.entries({ ...LEDGER_RULES, ...RECEIVABLE_RULES });

/** A query that adds up a whole table may take this long, and as much memory before it goes on on disk. */
const SESSION = `SELECT set_config('statement_timeout', '15min', true), set_config('work_mem', '64MB', true)`;

/**
 * Works the whole ledger out again from its entries and says where it differs. It may run while money moves, and holds neither locks nor a long
 * view of the database:
 *
 * - The journal is read in pages, each in a statement of its own: what is in it never changes, so it does not matter that money moves between two.
 *   Every entry is held against the one before it in its account, wherever that is; so by induction every balance is the sum of its entries.
 *   What waits to be chained is read first and the chain after it, up to where it ends by then: nothing can slip through from one to the other.
 * - What tables say of each other is compared in one statement per rule, which sees one moment.
 *
 * Memory is that of a page. The rules that add up whole tables go on on disk where they must.
 * @param database a transaction where the checker is to see what that has changed
 * @param signal ends the check between two statements
 * @throws the signal's reason
 */
export async function verifyLedger(database: Database | Transaction, signal?: AbortSignal): Promise<LedgerReport> {
  const sql = patiently(database, signal);
  const violations = new Violations();
  for await (const found of checkQueue(sql)) violations.add(found);
  await walkChain(sql, violations);
  for (const [rule, query] of RULES) violations.add(await breaches(sql, rule, query, violations.room));
  return { ok: violations.found.length === 0, ...(await countAll(sql)), violations: violations.found };
}

async function countAll(sql: Sql): Promise<Record<Counted, number>> {
  const [counts] = await sql.query<Record<Counted, bigint>>(LEDGER_COUNTS);
  const { transactions, entries, accounts } = counts!;
  return { transactions: Number(transactions), entries: Number(entries), accounts: Number(accounts) };
}

async function walkChain(sql: Sql, violations: Violations): Promise<void> {
  let end: ChainLink = CHAIN_START;
  let isLast = false;
  while (!isLast && violations.room > 0) {
    const page = await checkPage(sql, end);
    violations.add(page.violations);
    ({ end, isLast } = page);
  }
}

/** What breaks a rule between tables. */
const breaches = (sql: Sql, rule: string, query: string, limit: number): Promise<LedgerViolation[]> =>
  sql.query<LedgerViolation>(`SELECT $1 AS rule, subject::text, detail::text FROM (${query}) AS found LIMIT $2`, [
    rule,
    limit,
  ]);

/** Each statement in a transaction of its own, with time and memory for whole tables. */
function patiently(database: Database | Transaction, signal: AbortSignal | undefined): Sql {
  return {
    query: (text, parameters) => {
      signal?.throwIfAborted();
      if (!(database instanceof Database)) return database.query(text, parameters);
      return database.transaction(async (transaction) => {
        await transaction.query(SESSION);
        return transaction.query(text, parameters);
      });
    },
  };
}
