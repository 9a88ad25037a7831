import type { MessageHeaders } from '@centavo/messaging';
import type { Sql } from '@centavo/persistence';
import type { ChargeOperation } from './operate/operation.domain.js';

/**
 * What is under way for a charge: at most one task each. A task says what is left to do when the process that should do it dies.
 * - `authorize`: ask the acquirer for the authorization of a card
 * - `abandon`: no code could be made for a Pix or boleto, the charge is to fail
 * - `reverse`: the charge has failed without the acquirer's word; should it have authorized all the same, that is undone
 * - the kinds of {@link ChargeOperation}
 */
export type TaskKind = 'authorize' | 'abandon' | 'reverse' | ChargeOperation['kind'];

export interface ChargeTask {
  readonly chargeId: string;
  readonly kind: TaskKind;
  /** From now on, by PostgreSQL's clock, which is the same for every instance. */
  readonly dueInMs: number;
  readonly cause: MessageHeaders;
  readonly operation: ChargeOperation | null;
}

export interface ClaimedTask {
  readonly charge_id: string;
  readonly kind: TaskKind;
  readonly cause: MessageHeaders;
  readonly operation: ChargeOperation | null;
}

/** Inserts tasks; returns the charges that had none. */
export async function insertTasks(sql: Sql, tasks: readonly ChargeTask[]): Promise<Set<string>> {
  const rows = await sql.query<{ charge_id: string }>(
    `INSERT INTO charge_tasks (charge_id, kind, due_at, cause, operation)
     SELECT t.charge_id, t.kind, now() + make_interval(secs => t.due_in_ms / 1000), t.cause, t.operation
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
     RETURNING t.charge_id, t.kind, t.cause, t.operation`,
    [leaseMs, limit],
  );
}

/** The task of a charge, undefined when nothing is under way. */
export async function findTask(sql: Sql, chargeId: string): Promise<ClaimedTask | undefined> {
  const [task] = await sql.query<ClaimedTask>(
    'SELECT charge_id, kind, cause, operation FROM charge_tasks WHERE charge_id = $1',
    [chargeId],
  );
  return task;
}

/** Ends a task that led to no move. */
export async function deleteTask(sql: Sql, chargeId: string, kind: TaskKind): Promise<void> {
  await sql.query('DELETE FROM charge_tasks WHERE charge_id = $1 AND kind = $2', [chargeId, kind]);
}

/** Charges whose time has come, the longest overdue first; charges with work under way are left to it. */
export async function dueTimers(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.query<{ charge_id: string }>(
    `SELECT charge_id FROM charge_timers t
     WHERE due_at <= now() AND NOT EXISTS (SELECT FROM charge_tasks WHERE charge_id = t.charge_id)
     ORDER BY due_at
     LIMIT $1`,
    [limit],
  );
  return rows.map(({ charge_id }) => charge_id);
}
