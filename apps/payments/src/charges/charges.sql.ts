import type { Sql, Transaction } from '@centavo/persistence';
import type { ChargeTask } from './charge-tasks.sql.js';
import type { ChargeMove } from './charge-transition.domain.js';
import type { ChargeState } from './charge.domain.js';

/**
 * How charges are made and moved: many rows at once, inside the caller's transaction, insertCharges before moveCharges. Rows are
 * sent sorted by id, so that two batches take their locks in one order.
 */

/**
 * Inserts new charges with their documents, tasks, timers and places in lists; returns the ids that were new. A redelivered command
 * finds its row.
 */
export async function insertCharges(
  sql: Sql,
  charges: readonly ChargeState[],
  tasks: readonly ChargeTask[],
): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `WITH inserted AS (
       INSERT INTO charges (id, merchant_id, submerchant_id, payment_link_id, payment_method, amount, shipping_amount, status, sequence, version,
                            outbox_id, acquirer_name, external_id, expires_at, created_at, updated_at)
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $21::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::int[],
                            $9::int[], $10::uuid[], $11::text[], $12::text[], $13::timestamptz[], $14::timestamptz[],
                            $14::timestamptz[])
       ON CONFLICT (id) DO NOTHING
       RETURNING id, merchant_id, submerchant_id, payment_method, status, expires_at, created_at
     ), documents AS (
       INSERT INTO charge_documents (charge_id, details, terms)
       SELECT d.* FROM unnest($1::uuid[], $15::json[], $16::json[]) AS d (charge_id, details, terms)
       JOIN inserted ON inserted.id = d.charge_id
     ), tasks AS (
       INSERT INTO charge_tasks (charge_id, kind, due_at, cause)
       SELECT t.charge_id, t.kind, now() + make_interval(secs => t.due_in_ms / 1000), t.cause
       FROM unnest($17::uuid[], $18::text[], $19::float8[], $20::json[]) AS t (charge_id, kind, due_in_ms, cause)
       JOIN inserted ON inserted.id = t.charge_id
     ), timers AS (
       INSERT INTO charge_timers (charge_id, due_at) SELECT id, expires_at FROM inserted WHERE expires_at IS NOT NULL
     ), owned AS (
       SELECT i.*, owner.id AS owner_id, charge_day(i.created_at) AS day
       FROM inserted i CROSS JOIN unnest(ARRAY[i.merchant_id, i.submerchant_id]) AS owner (id)
       WHERE owner.id IS NOT NULL
     ), listed AS (
       INSERT INTO charge_listings (owner_id, payment_method, status, charge_id, created_at)
       SELECT owner_id, payment_method, status, id, created_at FROM owned
     ), counted AS (
       INSERT INTO charge_count_changes (owner_id, merchant_id, payment_method, status, day, count)
       SELECT owner_id, merchant_id, payment_method, status, day, count(*) FROM owned GROUP BY 1, 2, 3, 4, 5
     )
     SELECT id FROM inserted`,
    [
      charges.map(({ id }) => id),
      charges.map(({ merchant_id }) => merchant_id),
      charges.map(({ submerchant_id }) => submerchant_id),
      charges.map(({ payment_method }) => payment_method),
      charges.map(({ amount }) => amount),
      charges.map(({ shipping_amount }) => shipping_amount),
      charges.map(({ status }) => status),
      charges.map(({ sequence }) => sequence),
      charges.map(({ version }) => version),
      charges.map(({ outbox_id }) => outbox_id),
      charges.map(({ acquirer_name }) => acquirer_name),
      charges.map(({ external_id }) => external_id),
      charges.map(({ expires_at }) => expires_at),
      charges.map(({ created_at }) => created_at),
      charges.map(({ details }) => JSON.stringify(details)),
      charges.map(({ terms }) => JSON.stringify(terms)),
      tasks.map(({ chargeId }) => chargeId),
      tasks.map(({ kind }) => kind),
      tasks.map(({ dueInMs }) => dueInMs),
      tasks.map(({ cause }) => JSON.stringify(cause)),
      charges.map(({ payment_link_id }) => payment_link_id),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Carries out moves whose charge is still in a status the move starts from and at the version it was decided on; the rest are
 * no longer true and are left out of the answer. Their tasks are done, their timers set anew and their places in lists changed. Maps
 * each moved charge to the outbox row of its previous event.
 */
export async function moveCharges(
  sql: Sql,
  moves: readonly ChargeMove[],
  outboxId: string,
): Promise<Map<string, string>> {
  const charges = moves.map(({ after }) => after);
  const rows = await sql.query<{ id: string; previous_outbox_id: string }>(
    `WITH moved AS (
       UPDATE charges c
       SET status = m.status, sequence = m.sequence, version = m.version, outbox_id = $3, acquirer_name = m.acquirer_name,
           external_id = m.external_id, authorization_code = m.authorization_code, nsu = m.nsu, end_to_end_id = m.end_to_end_id,
           failure_code = m.failure_code, failure_message = m.failure_message, dispute = m.dispute,
           authorized_amount = m.authorized_amount, captured_amount = m.captured_amount, refunded_amount = m.refunded_amount,
           authorized_at = m.authorized_at, captured_at = m.captured_at, refunded_at = m.refunded_at, voided_at = m.voided_at,
           expires_at = m.expires_at, updated_at = m.updated_at
       FROM unnest($1::uuid[], $2::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[], $9::text[], $10::text[],
                   $11::text[], $12::text[], $13::text[], $14::text[], $15::bigint[], $16::bigint[], $17::bigint[],
                   $18::timestamptz[], $19::timestamptz[], $20::timestamptz[], $21::timestamptz[], $22::timestamptz[],
                   $23::timestamptz[])
            AS m (id, allowed, status, sequence, version, acquirer_name, external_id, authorization_code, nsu, end_to_end_id,
                  failure_code, failure_message, dispute, authorized_amount, captured_amount, refunded_amount, authorized_at,
                  captured_at, refunded_at, voided_at, expires_at, updated_at)
       WHERE c.id = m.id AND c.status = ANY(m.allowed::text[]) AND c.version = m.version - 1
       RETURNING c.id, c.merchant_id, c.submerchant_id, c.payment_method, c.status, c.expires_at, c.created_at,
                 old.status AS previous_status, old.outbox_id AS previous_outbox_id
     ), done AS (
       DELETE FROM charge_tasks t USING moved WHERE t.charge_id = moved.id
     ), stopped AS (
       DELETE FROM charge_timers t USING moved WHERE t.charge_id = moved.id
     ), started AS (
       INSERT INTO charge_timers (charge_id, due_at) SELECT id, expires_at FROM moved WHERE status = 'authorized'
     ), owned AS (
       SELECT m.*, owner.id AS owner_id
       FROM moved m CROSS JOIN unnest(ARRAY[m.merchant_id, m.submerchant_id]) AS owner (id)
       WHERE owner.id IS NOT NULL AND m.status <> m.previous_status
     ), relisted AS (
       UPDATE charge_listings l SET status = o.status FROM owned o
       WHERE l.owner_id = o.owner_id AND l.payment_method = o.payment_method AND l.status = o.previous_status
         AND l.charge_id = o.id
       RETURNING o.owner_id, o.merchant_id, o.payment_method, o.previous_status, o.status, charge_day(o.created_at) AS day
     ), counted AS (
       INSERT INTO charge_count_changes (owner_id, merchant_id, payment_method, status, day, count)
       SELECT r.owner_id, r.merchant_id, r.payment_method, change.status, r.day, sum(change.count)
       FROM relisted r CROSS JOIN LATERAL (VALUES (r.previous_status, -1), (r.status, 1)) AS change (status, count)
       GROUP BY 1, 2, 3, 4, 5
     )
     SELECT id, previous_outbox_id FROM moved`,
    [
      charges.map(({ id }) => id),
      moves.map(({ from }) => `{${from.join(',')}}`),
      outboxId,
      charges.map(({ status }) => status),
      charges.map(({ sequence }) => sequence),
      charges.map(({ version }) => version),
      charges.map(({ acquirer_name }) => acquirer_name),
      charges.map(({ external_id }) => external_id),
      charges.map(({ authorization_code }) => authorization_code),
      charges.map(({ nsu }) => nsu),
      charges.map(({ end_to_end_id }) => end_to_end_id),
      charges.map(({ failure_code }) => failure_code),
      charges.map(({ failure_message }) => failure_message),
      charges.map(({ dispute }) => dispute),
      charges.map(({ authorized_amount }) => authorized_amount),
      charges.map(({ captured_amount }) => captured_amount),
      charges.map(({ refunded_amount }) => refunded_amount),
      charges.map(({ authorized_at }) => authorized_at),
      charges.map(({ captured_at }) => captured_at),
      charges.map(({ refunded_at }) => refunded_at),
      charges.map(({ voided_at }) => voided_at),
      charges.map(({ expires_at }) => expires_at),
      charges.map(({ updated_at }) => updated_at),
    ],
  );
  return new Map(rows.map(({ id, previous_outbox_id }) => [id, previous_outbox_id]));
}

/** Charges by id, whole. */
export async function findCharges(sql: Sql, ids: readonly string[]): Promise<ChargeState[]> {
  return sql.query<ChargeState>(
    `SELECT c.*, d.details, d.terms
     FROM charges c JOIN charge_documents d ON d.charge_id = c.id
     WHERE c.id = ANY($1)`,
    [ids],
  );
}

/** Locks a charge until the transaction ends, and shows it as it is then. Nobody else can write it. */
export async function lockCharge(transaction: Transaction, id: string): Promise<ChargeState | undefined> {
  const [charge] = await transaction.query<ChargeState>(
    `SELECT c.*, d.details, d.terms
     FROM charges c JOIN charge_documents d ON d.charge_id = c.id
     WHERE c.id = $1
     FOR NO KEY UPDATE OF c`,
    [id],
  );
  return charge;
}

/** Makes void what was decided on the version before. The charge is locked by the caller. */
export async function raiseVersion(transaction: Transaction, id: string): Promise<void> {
  await transaction.query('UPDATE charges SET version = version + 1 WHERE id = $1', [id]);
}
