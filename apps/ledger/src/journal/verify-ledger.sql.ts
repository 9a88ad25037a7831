import { PLATFORM_ACCOUNTS } from './accounts.domain.js';

/** How much was looked at; as `int`, which a driver hands over as a plain number. */
export const LEDGER_COUNTS = `
  (SELECT count(*) FROM transactions)::int AS transactions,
  (SELECT count(*) FROM entries)::int AS entries,
  (SELECT count(*) FROM accounts)::int AS accounts`;

/** What always holds, each as the query that finds where it does not: `subject` and `detail` of every violation. */
export const LEDGER_RULES = {
  transaction_balanced: `
    SELECT transaction_id AS subject, 'off by ' || sum(amount) AS detail
    FROM entries GROUP BY transaction_id HAVING sum(amount) <> 0`,

  transaction_has_entries: `
    SELECT coalesce(t.id, e.transaction_id) AS subject,
           CASE WHEN t.id IS NULL THEN 'entries without a transaction' ELSE 'a transaction without entries' END AS detail
    FROM transactions t
    FULL JOIN (SELECT DISTINCT transaction_id FROM entries) e ON e.transaction_id = t.id
    WHERE t.id IS NULL OR e.transaction_id IS NULL`,

  entry_of_known_account: `
    SELECT e.account_id AS subject, 'line ' || e.line || ' of ' || e.transaction_id AS detail
    FROM entries e LEFT JOIN accounts a ON a.id = e.account_id
    WHERE a.id IS NULL OR (a.wallet_id IS NULL) <> (e.version IS NULL)`,

  entry_continues_the_one_before: `
    SELECT account_id AS subject, 'version ' || version || ' has balance ' || balance_after || ', expected version '
           || expected_version || ' with ' || expected_balance AS detail
    FROM (SELECT account_id, version, balance_after,
                 row_number() OVER running AS expected_version, sum(amount) OVER running AS expected_balance
          FROM entries WHERE version IS NOT NULL
          WINDOW running AS (PARTITION BY account_id ORDER BY version)) AS history
    WHERE version <> expected_version OR balance_after <> expected_balance`,

  account_is_the_sum_of_its_entries: `
    SELECT a.id AS subject, a.balance || ' at version ' || a.version || ', entries say ' || coalesce(e.balance, 0) || ' at '
           || coalesce(e.version, 0) AS detail
    FROM accounts a
    LEFT JOIN (SELECT account_id, sum(amount) AS balance, count(*) AS version
               FROM entries WHERE version IS NOT NULL GROUP BY account_id) e ON e.account_id = a.id
    WHERE a.wallet_id IS NOT NULL AND (a.balance <> coalesce(e.balance, 0) OR a.version <> coalesce(e.version, 0))`,

  pending_is_the_sum_of_receivables: `
    SELECT w.id AS subject, a.balance || ', receivables say ' || coalesce(r.net, 0) AS detail
    FROM wallets w
    JOIN accounts a ON a.wallet_id = w.id AND a.kind = 'pending'
    LEFT JOIN (SELECT recipient_id, sum(gross_left - fee_left) AS net
               FROM receivables WHERE status = 'pending' GROUP BY recipient_id) r ON r.recipient_id = w.owner_id
    WHERE a.balance <> coalesce(r.net, 0)`,

  acquirer_owes_the_gross: `
    SELECT ${PLATFORM_ACCOUNTS.acquirer} AS subject, owed || ', receivables say ' || gross AS detail
    FROM (SELECT coalesce(-sum(amount), 0) AS owed FROM entries WHERE account_id = ${PLATFORM_ACCOUNTS.acquirer}) AS account,
         (SELECT coalesce(sum(gross_left), 0) AS gross
          FROM receivables WHERE status IN ('pending', 'anticipated', 'suspended')) AS owing
    WHERE owed <> gross`,
} as const;
