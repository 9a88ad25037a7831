import { PLATFORM_ACCOUNTS, type PlatformAccount } from '../journal/accounts.domain.js';

/** How much there is: bigints, for a journal outgrows an int. */
export const LEDGER_COUNTS = `
  SELECT (SELECT count(*) FROM transactions) AS transactions,
         (SELECT count(*) FROM entries) AS entries,
         (SELECT count(*) FROM accounts) AS accounts`;

const QUEUED = `SELECT unnest(transaction_ids) AS transaction_id FROM unchained_transactions`;

/**
 * Accounts of wallets that do not stand where their last entries left them.
 * @param condition which accounts `a` to look at
 */
export const accountRule = (condition: string): string => `
  SELECT a.id AS subject, a.balance || ' at version ' || a.version || ', entries say ' || coalesce(last.balance_after, 0) || ' at '
         || coalesce(last.version, 0) AS detail
  FROM accounts a
  LEFT JOIN LATERAL (SELECT version, balance_after FROM entries WHERE account_id = a.id AND version IS NOT NULL
                     ORDER BY version DESC LIMIT 1) last ON true
  WHERE a.wallet_id IS NOT NULL AND ${condition}
    AND (a.balance <> coalesce(last.balance_after, 0) OR a.version <> coalesce(last.version, 0))`;

/**
 * A platform account that is not what something else says: its roll-up with what is not rolled up yet.
 * @param expected the query for its balance; null is zero
 */
const platformRule = (account: PlatformAccount, expected: string): string => `
  SELECT id AS subject, stands || ', should be ' || should AS detail
  FROM (SELECT a.id, a.balance + coalesce((SELECT sum(e.amount) FROM entries e
                                           WHERE e.account_id = a.id AND e.transaction_id IN (${QUEUED})), 0) AS stands,
               coalesce((${expected}), 0) AS should
        FROM accounts a WHERE a.id = ${PLATFORM_ACCOUNTS[account]}) AS account
  WHERE stands <> should`;

/**
 * What holds between whole tables, each as the query that finds where it does not: `subject` and `detail` of every violation. What they compare
 * changes together, in the transactions that post, so a query has one view of it while money moves.
 */
export const LEDGER_RULES = {
  entries_are_of_a_transaction: `
    SELECT DISTINCT e.transaction_id AS subject, 'entries without a transaction' AS detail
    FROM entries e WHERE NOT EXISTS (SELECT FROM transactions t WHERE t.id = e.transaction_id)`,

  transaction_is_chained_or_queued: `
    SELECT t.id AS subject, 'neither in the chain nor in its queue' AS detail
    FROM transactions t
    LEFT JOIN (SELECT transaction_id FROM journal_chain UNION ALL ${QUEUED}) known ON known.transaction_id = t.id
    WHERE known.transaction_id IS NULL`,

  // Whoever walks the chain begins after position 0: what lies before that is never met.
  chain_begins_at_one: `
    SELECT position AS subject, 'before the beginning of the chain' AS detail FROM journal_chain WHERE position < 1`,

  chain_keeps_what_was_checked: `
    SELECT watched.position AS subject, 'not in the chain any more as it was at ' || watched.checked_at AS detail
    FROM chain_watch watched LEFT JOIN journal_chain c ON c.position = watched.position
    WHERE watched.position > 0 AND c.hash IS DISTINCT FROM watched.hash`,

  account_is_the_sum_of_its_entries: accountRule('true'),

  platform_account_is_the_sum_of_what_is_chained: `
    SELECT a.id AS subject, a.balance || ' of ' || a.version || ' entries, chained are ' || coalesce(e.balance, 0) || ' of '
           || coalesce(e.entries, 0) AS detail
    FROM accounts a
    LEFT JOIN (SELECT account_id, sum(balance) AS balance, sum(entries) AS entries
               FROM (SELECT account_id, sum(amount) AS balance, count(*) AS entries
                     FROM entries WHERE version IS NULL GROUP BY account_id
                     UNION ALL
                     SELECT account_id, -sum(amount), -count(*)
                     FROM entries WHERE version IS NULL AND transaction_id IN (${QUEUED}) GROUP BY account_id) AS moved
               GROUP BY account_id) e ON e.account_id = a.id
    WHERE a.wallet_id IS NULL AND (a.balance <> coalesce(e.balance, 0) OR a.version <> coalesce(e.entries, 0))`,

  wallet_is_the_sum_of_its_receivables: `
    SELECT w.id AS subject, 'pending ' || pending.balance || ' and blocked ' || blocked.balance || ', receivables say '
           || coalesce(r.net, 0) || ' and ' || coalesce(r.held, 0) AS detail
    FROM wallets w
    JOIN accounts pending ON pending.wallet_id = w.id AND pending.kind = 'pending'
    JOIN accounts blocked ON blocked.wallet_id = w.id AND blocked.kind = 'blocked'
    LEFT JOIN (SELECT recipient_id, sum(gross_left - fee_left) FILTER (WHERE status = 'pending') AS net, sum(held_net) AS held
               FROM receivables WHERE status = 'pending' OR held_net <> 0 GROUP BY recipient_id) r ON r.recipient_id = w.owner_id
    WHERE pending.balance <> coalesce(r.net, 0) OR blocked.balance <> coalesce(r.held, 0)`,

  acquirer_owes_the_gross: platformRule(
    'acquirer',
    `SELECT -sum(gross_left) FROM receivables WHERE status IN ('pending', 'anticipated', 'suspended')`,
  ),

  in_transit_are_open_withdrawals: platformRule(
    'in_transit',
    `SELECT sum(amount) FROM withdrawals WHERE status IN ('pending', 'processing')`,
  ),

  anticipation_pays_its_net: `
    SELECT a.id AS subject, a.status || ' with ' || a.total_net_amount || ' and ' || a.total_fee_amount || ' interest, posted are '
           || posted.net || ' and ' || posted.interest AS detail
    FROM anticipations a
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE reference_type = 'anticipation'), 0) AS net,
             coalesce(sum(amount) FILTER (WHERE account_id = ${PLATFORM_ACCOUNTS.anticipation_income}), 0) AS interest
      FROM entries WHERE transaction_id = a.id
    ) AS posted
    WHERE CASE WHEN a.status IN ('approved', 'settled')
               THEN posted.net <> a.total_net_amount OR posted.interest <> a.total_fee_amount
               ELSE posted.net <> 0 OR posted.interest <> 0 END`,

  adjustment_is_posted: `
    SELECT d.id AS subject, d.direction || ' of ' || d.amount || ', posted is ' || coalesce(e.amount::text, 'nothing') AS detail
    FROM adjustments d
    LEFT JOIN entries e ON e.transaction_id = d.id AND e.reference_type = 'adjustment'
    WHERE e.amount IS DISTINCT FROM CASE d.direction WHEN 'credit' THEN d.amount ELSE -d.amount END`,
} as const;
