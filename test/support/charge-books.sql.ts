import { PLATFORM_ACCOUNTS } from '../../apps/ledger/src/journal/accounts.domain.js';
import { CHARGE_RULES } from './books.sql.js';

/**
 * What holds for charges of every method and status that have come to rest, each as the query that finds the ids of those for which it
 * does not. The orders of charges are in their metadata.
 */
export const RESTING_CHARGE_RULES = {
  'charged twice for one order': CHARGE_RULES['charged twice for one order'],
  'approved without a charge': CHARGE_RULES['approved without a charge'],
  'in the journal without a charge': CHARGE_RULES['in the journal without a charge'],

  'paid without a charge': `
    SELECT p.reference AS id FROM payments.sandbox_payments p
    WHERE p.paid_at IS NOT NULL AND NOT EXISTS (SELECT FROM payments.charges c WHERE c.id = p.reference)`,

  'a card that waits': `
    SELECT id FROM payments.charges WHERE status = 'pending' AND payment_method IN ('credit_card', 'debit_card')`,

  'approved more than once': `
    SELECT reference AS id FROM payments.sandbox_authorizations WHERE outcome = 'approved'
    GROUP BY reference HAVING count(*) > 1`,

  'not as the acquirer has it': `
    SELECT c.id FROM payments.charges c
    LEFT JOIN (
      SELECT reference, captured_amount, refunded_amount, voided FROM payments.sandbox_authorizations
      WHERE outcome = 'approved'
      UNION ALL
      SELECT reference, captured_amount, refunded_amount, voided FROM payments.sandbox_payments
    ) a ON a.reference = c.id
    WHERE c.status <> 'failed'
      AND (c.captured_amount <> coalesce(a.captured_amount, 0)
        OR c.refunded_amount <> coalesce(a.refunded_amount, 0)
        OR (c.status IN ('voided', 'expired')) <> coalesce(a.voided, false))`,

  'held for a charge that failed': `
    SELECT c.id FROM payments.charges c
    JOIN payments.sandbox_authorizations a ON a.reference = c.id AND a.outcome = 'approved'
    WHERE c.status = 'failed' AND NOT a.voided AND (a.captured_amount = 0 OR a.refunded_amount < a.captured_amount)`,

  'asked of the acquirer more than once': `
    SELECT reference AS id FROM payments.sandbox_operations GROUP BY reference HAVING count(*) > 1`,

  'captured or voided more than once': `
    SELECT payment AS id FROM payments.sandbox_operations WHERE kind <> 'refund' GROUP BY payment, kind HAVING count(*) > 1`,

  'refunds that only one side knows': `
    SELECT coalesce(r.id, o.reference) AS id
    FROM payments.charge_refunds r
    FULL JOIN (
      SELECT o.* FROM payments.sandbox_operations o JOIN payments.charges c ON c.id = o.payment
      WHERE o.kind = 'refund' AND c.status <> 'failed'
    ) o
      ON o.reference = r.id AND o.payment = r.charge_id AND o.amount = r.amount AND o.result ->> 'outcome' = 'done'
    WHERE r.id IS NULL OR o.id IS NULL`,

  'refunds that do not add up': `
    SELECT c.id FROM payments.charges c
    LEFT JOIN payments.charge_refunds r ON r.charge_id = c.id
    GROUP BY c.id HAVING coalesce(sum(r.amount), 0) <> c.refunded_amount`,

  'refunds of which the ledger does not know once': `
    SELECT c.id FROM payments.charges c
    LEFT JOIN (
      SELECT charge_id, array_agg(amount::numeric ORDER BY amount) AS amounts FROM payments.charge_refunds GROUP BY 1
    ) r ON r.charge_id = c.id
    LEFT JOIN (
      SELECT charge_id, array_agg(amount ORDER BY amount) AS amounts
      FROM (
        SELECT t.reference_id AS charge_id, sum(e.amount) AS amount
        FROM ledger.transactions t JOIN ledger.entries e ON e.transaction_id = t.id
        WHERE t.kind = 'refund' AND e.account_id IN (${PLATFORM_ACCOUNTS.acquirer}, ${PLATFORM_ACCOUNTS.bank})
        GROUP BY t.id
      ) AS booked
      GROUP BY 1
    ) b ON b.charge_id = c.id
    WHERE r.amounts IS DISTINCT FROM b.amounts`,

  'notifications that are still to be told': 'SELECT id FROM payments.sandbox_notifications',

  'captures that are not in the journal once': `
    SELECT c.id FROM payments.charges c
    LEFT JOIN ledger.transactions t ON t.reference_id = c.id AND t.kind = 'capture'
    GROUP BY c.id HAVING count(t.id) <> (c.captured_amount > 0)::int`,

  'receivables that are not what is left of the capture': `
    SELECT c.id FROM payments.charges c
    LEFT JOIN ledger.receivables r ON r.charge_id = c.id
    GROUP BY c.id
    HAVING coalesce(sum(r.gross_left), 0) <> CASE WHEN c.dispute = 'lost' THEN 0 ELSE c.captured_amount - c.refunded_amount END`,
} as const;
