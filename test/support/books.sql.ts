import { SERVICE_NAMES } from '@centavo/contracts';

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
    LEFT JOIN ledger.transactions t ON t.reference_id = c.id
    GROUP BY c.id HAVING count(t.id) <> 1`,

  'in the journal without a charge': `
    SELECT t.id FROM ledger.transactions t
    WHERE NOT EXISTS (SELECT FROM payments.charges c WHERE c.id = t.reference_id)`,

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

const inEverySchema = (query: (schema: string) => string): string => SERVICE_NAMES.map(query).join(' UNION ALL ');

/** What nobody may have left behind, likewise. */
export const LEFTOVER_RULES = {
  'events still in an outbox': inEverySchema((schema) => `SELECT id FROM ${schema}.outbox`),
  'authorizations still due': 'SELECT charge_id AS id FROM payments.charge_tasks',
  'deliveries still due': 'SELECT delivery_id AS id FROM webhooks.due_deliveries',
  'dead letters': inEverySchema((schema) => `SELECT id FROM ${schema}.dead_letters WHERE requeued_at IS NULL`),
} as const;
