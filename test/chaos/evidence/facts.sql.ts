import { SERVICE_NAMES } from '@centavo/contracts';
import { OPENING_BALANCE } from '../clients/open-accounts.js';
import type { EffectKind } from '../clients/operation-types.js';

/** Each as the query for `mark`, `id` and `amount`. */
export const EFFECT_QUERIES: Record<EffectKind, string> = {
  charge: `
    SELECT d.details -> 'metadata' ->> 'order' AS mark, d.charge_id AS id, c.amount
    FROM payments.charge_documents d JOIN payments.charges c ON c.id = d.charge_id WHERE c.payment_link_id IS NULL`,
  'payment by link': `
    SELECT split_part(d.details -> 'customer' ->> 'email', '@', 1) AS mark, d.charge_id AS id, c.amount
    FROM payments.charge_documents d JOIN payments.charges c ON c.id = d.charge_id WHERE c.payment_link_id IS NOT NULL`,
  refund: `SELECT reason AS mark, charge_id AS id, amount FROM payments.charge_refunds`,
  'payment link': `SELECT metadata ->> 'link' AS mark, id, amount FROM payments.payment_links`,
  withdrawal: `SELECT idempotency_key AS mark, id, amount FROM ledger.withdrawals`,
  anticipation: `SELECT metadata ->> 'batch' AS mark, id, NULL AS amount FROM ledger.anticipations`,
  adjustment: `SELECT description AS mark, NULL AS id, amount FROM ledger.adjustments WHERE description <> '${OPENING_BALANCE}'`,
  submerchant: `SELECT trade_name AS mark, id, NULL AS amount FROM onboarding.submerchants WHERE trade_name LIKE '%-%'`,
  endpoint: `SELECT split_part(url, '/passing/', 2) AS mark, id, NULL AS amount FROM webhooks.postback_endpoints WHERE url LIKE '%/passing/%'`,
};

export const KEPT_ANSWERS = SERVICE_NAMES.map(
  (schema) => `SELECT key_hash AS hash, answer FROM ${schema}.idempotency_keys`,
).join(' UNION ALL ');

/** Each as the query for `id`, `merchant_id` and `sequence`. */
export const RESOURCE_QUERIES: Readonly<Record<string, string>> = {
  charge: 'SELECT id, merchant_id, sequence FROM payments.charges',
  payment_link: 'SELECT id, merchant_id, sequence FROM payments.payment_links',
  receivable: 'SELECT id, merchant_id, sequence FROM ledger.receivables',
  anticipation: 'SELECT id, merchant_id, sequence FROM ledger.anticipations',
  withdrawal: 'SELECT id, merchant_id, sequence FROM ledger.withdrawals',
  submerchant: 'SELECT id, merchant_id, sequence FROM onboarding.submerchants',
};

export const ENTRIES = 'SELECT transaction_id, account_id::text, amount::float8 FROM ledger.entries';

/** The platform's own accounts are added up later, and not in their rows. */
export const ACCOUNTS =
  'SELECT id::text, kind, wallet_id, balance::float8 FROM ledger.accounts WHERE wallet_id IS NOT NULL';

export const DEBITS = `
  SELECT e.transaction_id, e.balance_after::float8
  FROM ledger.entries e JOIN ledger.transactions t ON t.id = e.transaction_id JOIN ledger.accounts a ON a.id = e.account_id
  WHERE t.kind = 'withdrawal' AND a.kind = 'available'`;

export const LINKS = `
  SELECT l.id, l.max_uses, l.current_uses, coalesce(json_agg(c.status) FILTER (WHERE c.id IS NOT NULL), '[]') AS charges
  FROM payments.payment_links l LEFT JOIN payments.charges c ON c.payment_link_id = l.id GROUP BY l.id`;
