import type { MessageHeaders } from '@centavo/messaging';
import type { Sql, Transaction } from '@centavo/persistence';
import type { ChargeState } from './charge.domain.js';
import type { ChargeOperation } from './operate/operation.domain.js';

/**
 * What is under way for a charge: at most one task each. A task says what is left to do when the process that should do it dies.
 * - `authorize`: ask the acquirer for the authorization of a card
 * - `abandon`: no code could be made for a Pix or boleto, the charge is to fail
 * - `reverse`: the charge has failed without the acquirer's word; what it has done all the same is undone
 * - the kinds of {@link ChargeOperation}
 */
export type TaskKind = 'authorize' | 'abandon' | 'reverse' | ChargeOperation['kind'];

export interface ChargeTask {
  readonly chargeId: string;
  readonly kind: TaskKind;
  /** From when it is written, by PostgreSQL's clock, which is the same for every instance. */
  readonly dueInMs: number;
  readonly cause: MessageHeaders;
  readonly operation: ChargeOperation | null;
}

/** A task that is the caller's from now on, with its charge as it is now. */
export interface ClaimedTask {
  readonly charge: ChargeState;
  readonly kind: TaskKind;
  readonly cause: MessageHeaders;
  readonly operation: ChargeOperation | null;
  /** How often it was taken over, this time included. */
  readonly attempts: number;
}

/**
 * Inserts tasks; returns the charges that had none. Their time counts from now and not from the begin of the transaction: a process that was
 * stopped in between believes that its lease is new.
 */
export async function insertTasks(sql: Sql, tasks: readonly ChargeTask[]): Promise<Set<string>> {
  const rows = await sql.query<{ charge_id: string }>(
    `INSERT INTO charge_tasks (charge_id, kind, due_at, cause, operation)
     SELECT t.charge_id, t.kind, clock_timestamp() + make_interval(secs => t.due_in_ms / 1000), t.cause, t.operation
     FROM unnest($1::uuid[], $2::text[], $3::float8[], $4::json[], $5::json[]) AS t (charge_id, kind, due_in_ms, cause, operation)
     ON CONFLICT (charge_id) DO NOTHING
     RETURNING charge_id`,
    [
      tasks.map(({ chargeId }) => chargeId),
      tasks.map(({ kind }) => kind),
      tasks.map(({ dueInMs }) => dueInMs),
      tasks.map(({ cause }) => JSON.stringify(cause)),
      tasks.map(({ operation }) => operation && JSON.stringify(operation)),
    ],
  );
  return new Set(rows.map(({ charge_id }) => charge_id));
}

/**
 * Takes over up to `limit` due tasks for `leaseMs`, by PostgreSQL's clock; no two callers get the same one before then. The charges'
 * versions move on: whoever had the task before, and is only slow, can write nothing any more. Charges are locked before their tasks,
 * as everywhere.
 */
export async function claimDueTasks(sql: Sql, leaseMs: number, limit: number): Promise<ClaimedTask[]> {
  type Row = ChargeState & { task: Omit<ClaimedTask, 'charge'> };
  const rows = await sql.query<Row>(
    `WITH due AS (
       SELECT charge_id FROM charge_tasks WHERE due_at <= now() ORDER BY due_at LIMIT $2
     ), locked AS (
       SELECT c.id FROM charges c JOIN due ON due.charge_id = c.id FOR NO KEY UPDATE OF c SKIP LOCKED
     ), claimed AS (
       UPDATE charge_tasks t
       SET due_at = now() + make_interval(secs => $1::float8 / 1000), attempts = t.attempts + 1
       FROM locked
       WHERE t.charge_id = locked.id AND t.due_at <= now()
       RETURNING t.charge_id, json_build_object('kind', t.kind, 'cause', t.cause, 'operation', t.operation,
                 'attempts', t.attempts) AS task
     ), taken AS (
       UPDATE charges c SET version = c.version + 1 FROM claimed WHERE c.id = claimed.charge_id RETURNING c.*, claimed.task
     )
     SELECT taken.*, d.details, d.terms FROM taken JOIN charge_documents d ON d.charge_id = taken.id`,
    [leaseMs, limit],
  );
  return rows.map(({ task, ...charge }) => ({ ...task, charge }));
}

/** What is under way for a charge, undefined when nothing is. */
export async function findTask(
  sql: Sql,
  chargeId: string,
): Promise<Pick<ChargeTask, 'operation' | 'cause'> | undefined> {
  const [task] = await sql.query<Pick<ChargeTask, 'operation' | 'cause'>>(
    'SELECT operation, cause FROM charge_tasks WHERE charge_id = $1',
    [chargeId],
  );
  return task;
}

/** Ends the task of a charge that the caller has locked. */
export async function deleteTask(transaction: Transaction, chargeId: string): Promise<void> {
  await transaction.query('DELETE FROM charge_tasks WHERE charge_id = $1', [chargeId]);
}

/**
 * Charges whose time has come, the longest overdue first, without those that are being worked on. Each is the caller's for `leaseMs`: what does
 * not succeed waits until then and holds up no other.
 */
export async function claimDueTimers(sql: Sql, leaseMs: number, limit: number): Promise<string[]> {
  const rows = await sql.query<{ charge_id: string }>(
    `UPDATE charge_timers t
     SET due_at = now() + make_interval(secs => $1::float8 / 1000)
     FROM (
       SELECT charge_id FROM charge_timers timer
       WHERE due_at <= now() AND NOT EXISTS (SELECT FROM charge_tasks WHERE charge_id = timer.charge_id)
       ORDER BY due_at
       LIMIT $2
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE t.charge_id = due.charge_id
     RETURNING t.charge_id`,
    [leaseMs, limit],
  );
  return rows.map(({ charge_id }) => charge_id);
}
