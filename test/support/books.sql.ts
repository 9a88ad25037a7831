import { SERVICE_NAMES } from '@centavo/contracts';
import { FOLLOW_UP_KINDS } from '../../apps/ledger/src/movements/movement-kind.domain.js';

/** The journal's transactions that are about a charge; others are about a withdrawal, a settlement run, … */
const CHARGE_KINDS = ['capture', ...FOLLOW_UP_KINDS].map((kind) => `'${kind}'`).join(', ');

/** What every charge of the tests must be in the end, each as the query that finds the ids of those that are not. */
export const CHARGE_RULES = {
  'not captured': `SELECT id FROM payments.charges WHERE status <> 'captured'`,

  'not approved exactly once': `
    SELECT c.id FROM payments.charges c
    LEFT JOIN payments.sandbox_authorizations a ON a.reference = c.id AND a.outcome = 'approved'
    GROUP BY c.id HAVING count(a.id) <> 1`,

  'approved without a charge': `
    SELECT a.reference AS id FROM payments.sandbox_authorizations a
    WHERE NOT EXISTS (SELECT FROM payments.charges c WHERE c.id = a.reference)`,

  'not in the journal exactly once': `
    SELECT c.id FROM payments.charges c
    LEFT JOIN ledger.transactions t ON t.reference_id = c.id AND t.kind = 'capture'
    GROUP BY c.id HAVING count(t.id) <> 1`,

  'in the journal without a charge': `
    SELECT t.id FROM ledger.transactions t
    WHERE t.kind IN (${CHARGE_KINDS}) AND NOT EXISTS (SELECT FROM payments.charges c WHERE c.id = t.reference_id)`,

  'without exactly one set of receivables': `
    SELECT c.id FROM payments.charges c
    JOIN payments.charge_documents d ON d.charge_id = c.id
    LEFT JOIN ledger.receivables r ON r.charge_id = c.id
    GROUP BY c.id, (d.details -> 'card' ->> 'installments')::int
    HAVING count(r.id) <> (d.details -> 'card' ->> 'installments')::int
        OR count(DISTINCT r.installment) <> count(r.id)
        OR sum(r.gross_amount) IS DISTINCT FROM c.captured_amount`,

  'charged twice for one order': `
    SELECT min(charge_id::text) AS id FROM payments.charge_documents
    GROUP BY details -> 'metadata' ->> 'order' HAVING count(*) > 1`,
} as const;

/** What every withdrawal must be in the end, likewise. */
export const WITHDRAWAL_RULES = {
  'not paid by the bank exactly once': `
    SELECT w.id FROM ledger.withdrawals w
    LEFT JOIN ledger.sandbox_payouts p ON p.reference = w.id AND p.result ->> 'outcome' = 'paid'
    GROUP BY w.id HAVING count(p.id) <> (w.status = 'completed')::int`,

  'paid by the bank without a withdrawal': `
    SELECT p.reference AS id FROM ledger.sandbox_payouts p
    WHERE NOT EXISTS (SELECT FROM ledger.withdrawals w WHERE w.id = p.reference)`,

  'not in the journal once for its beginning and once for its end': `
    SELECT w.id FROM ledger.withdrawals w
    LEFT JOIN ledger.transactions t ON t.reference_id = w.id
    GROUP BY w.id
    HAVING count(t.id) FILTER (WHERE t.kind = 'withdrawal') <> 1
        OR count(t.id) FILTER (WHERE t.kind = 'withdrawal_completed') <> (w.status = 'completed')::int
        OR count(t.id) FILTER (WHERE t.kind = 'withdrawal_reversal') <> (w.status IN ('failed', 'canceled'))::int`,
} as const;

/** What every payment link must be at any time, likewise. */
export const PAYMENT_LINK_RULES = {
  'uses that are not its charges': `
    SELECT l.id FROM payments.payment_links l
    LEFT JOIN payments.charges c ON c.payment_link_id = l.id AND c.status NOT IN ('failed', 'expired', 'voided')
    GROUP BY l.id HAVING count(c.id) <> l.current_uses`,

  'a status that does not follow from its uses': `
    SELECT id FROM payments.payment_links
    WHERE status <> 'inactive' AND (status = 'completed') <> (current_uses >= coalesce(max_uses, 'infinity'::float8))`,
} as const;

const inEverySchema = (query: (schema: string) => string): string => SERVICE_NAMES.map(query).join(' UNION ALL ');

/** What nobody may have left behind, likewise. */
export const LEFTOVER_RULES = {
  'events still in an outbox': inEverySchema((schema) => `SELECT id FROM ${schema}.outbox`),
  'authorizations still due': 'SELECT charge_id AS id FROM payments.charge_tasks',
  'withdrawals still due': `SELECT withdrawal_id AS id FROM ledger.withdrawal_tasks WHERE due_at <> 'infinity'`,
  'deliveries still due': 'SELECT delivery_id AS id FROM webhooks.due_deliveries',
  'dead letters': inEverySchema((schema) => `SELECT id FROM ${schema}.dead_letters WHERE requeued_at IS NULL`),
} as const;
