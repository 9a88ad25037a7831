import type { MessageHeaders } from '@centavo/messaging';
import type { Sql } from '@centavo/persistence';
import type { ChargeMove } from './charge-transition.domain.js';
import type { ChargeState } from './charge.domain.js';

/**
 * Every statement that writes charges, each for many rows at once. All run inside the caller's transaction, in this order:
 * insertCharges, moveCharges. Rows are sent sorted by id, so that two batches take their locks in one order.
 */

/** Work that is due for a charge: what is left to do when the process that should do it dies. */
export interface ChargeTask {
  readonly chargeId: string;
  readonly kind: 'authorize';
  /** From now on, by PostgreSQL's clock, which is the same for every instance. */
  readonly dueInMs: number;
  readonly cause: MessageHeaders;
}

/** Inserts new charges with their documents and tasks; returns the ids that were new. A redelivered command finds its row. */
export async function insertCharges(
  sql: Sql,
  charges: readonly ChargeState[],
  tasks: readonly ChargeTask[],
): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `WITH inserted AS (
       INSERT INTO charges (id, merchant_id, submerchant_id, payment_method, amount, shipping_amount, status, sequence, outbox_id,
                            created_at, updated_at)
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::int[],
                            $9::uuid[], $10::timestamptz[], $10::timestamptz[])
       ON CONFLICT (id) DO NOTHING
       RETURNING id
     ), documents AS (
       INSERT INTO charge_documents (charge_id, details, terms)
       SELECT d.* FROM unnest($1::uuid[], $11::json[], $12::json[]) AS d (charge_id, details, terms)
       JOIN inserted ON inserted.id = d.charge_id
     ), tasks AS (
       INSERT INTO charge_tasks (charge_id, kind, due_at, cause)
       SELECT t.charge_id, t.kind, now() + make_interval(secs => t.due_in_ms / 1000), t.cause
       FROM unnest($13::uuid[], $14::text[], $15::float8[], $16::json[]) AS t (charge_id, kind, due_in_ms, cause)
       JOIN inserted ON inserted.id = t.charge_id
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
      charges.map(({ outbox_id }) => outbox_id),
      charges.map(({ created_at }) => created_at),
      charges.map(({ details }) => JSON.stringify(details)),
      charges.map(({ terms }) => JSON.stringify(terms)),
      tasks.map(({ chargeId }) => chargeId),
      tasks.map(({ kind }) => kind),
      tasks.map(({ dueInMs }) => dueInMs),
      tasks.map(({ cause }) => JSON.stringify(cause)),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Carries out moves whose charge is still in a status the move starts from and at the sequence it was decided on; the rest are
 * no longer true and are left out of the answer. Their tasks are done. Maps each moved charge to the outbox row of its event
 * before.
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
       SET status = m.status, sequence = m.sequence, outbox_id = $3, acquirer_name = m.acquirer_name, external_id = m.external_id,
           authorization_code = m.authorization_code, nsu = m.nsu, failure_code = m.failure_code,
           failure_message = m.failure_message, authorized_amount = m.authorized_amount, captured_amount = m.captured_amount,
           refunded_amount = m.refunded_amount, authorized_at = m.authorized_at, captured_at = m.captured_at,
           expires_at = m.expires_at, updated_at = m.updated_at
       FROM unnest($1::uuid[], $2::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
                   $12::bigint[], $13::bigint[], $14::bigint[], $15::timestamptz[], $16::timestamptz[], $17::timestamptz[],
                   $18::timestamptz[])
            AS m (id, allowed, status, sequence, acquirer_name, external_id, authorization_code, nsu, failure_code, failure_message,
                  authorized_amount, captured_amount, refunded_amount, authorized_at, captured_at, expires_at, updated_at)
       WHERE c.id = m.id AND c.status = ANY(m.allowed::text[]) AND c.sequence = m.sequence - 1
       RETURNING c.id, old.outbox_id AS previous_outbox_id
     ), done AS (
       DELETE FROM charge_tasks t USING moved WHERE t.charge_id = moved.id
     )
     SELECT id, previous_outbox_id FROM moved`,
    [
      charges.map(({ id }) => id),
      moves.map(({ rule }) => `{${rule.from.join(',')}}`),
      outboxId,
      charges.map(({ status }) => status),
      charges.map(({ sequence }) => sequence),
      charges.map(({ acquirer_name }) => acquirer_name),
      charges.map(({ external_id }) => external_id),
      charges.map(({ authorization_code }) => authorization_code),
      charges.map(({ nsu }) => nsu),
      charges.map(({ failure_code }) => failure_code),
      charges.map(({ failure_message }) => failure_message),
      charges.map(({ authorized_amount }) => authorized_amount),
      charges.map(({ captured_amount }) => captured_amount),
      charges.map(({ refunded_amount }) => refunded_amount),
      charges.map(({ authorized_at }) => authorized_at),
      charges.map(({ captured_at }) => captured_at),
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

export interface ClaimedTask {
  readonly charge_id: string;
  readonly cause: MessageHeaders;
}

/** Takes over up to `limit` due tasks for `leaseMs`, by PostgreSQL's clock; no two callers get the same one before then. */
export async function claimDueTasks(sql: Sql, leaseMs: number, limit: number): Promise<ClaimedTask[]> {
  return sql.query<ClaimedTask>(
    `UPDATE charge_tasks t
     SET due_at = now() + make_interval(secs => $1::float8 / 1000), attempts = t.attempts + 1
     FROM (
       SELECT charge_id FROM charge_tasks
       WHERE due_at <= now()
       ORDER BY due_at
       LIMIT $2
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE t.charge_id = due.charge_id
     RETURNING t.charge_id, t.cause`,
    [leaseMs, limit],
  );
}
