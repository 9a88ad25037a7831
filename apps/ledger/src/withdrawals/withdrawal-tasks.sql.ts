import type { IdempotencyRequest } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import type { Sql, Transaction } from '@centavo/persistence';
import type { WithdrawalState } from './withdrawal.domain.js';

/** What is to be done for a new withdrawal. */
export interface WithdrawalTask {
  /** From now on, by PostgreSQL's clock, which is the same for every instance; null: when somebody says so. */
  readonly dueInMs: number | null;
  /** Sealed for the withdrawal. */
  readonly destination: Uint8Array;
  readonly cause: MessageHeaders;
}

/** A task that is the caller's from now on, with its withdrawal as it is now. */
export interface ClaimedTask {
  readonly withdrawal: WithdrawalState;
  /** Sealed. */
  readonly destination: Uint8Array;
  readonly cause: MessageHeaders;
  /** The request that is answered by its end, where there is one. */
  readonly request: IdempotencyRequest | null;
  /** Whether the bank may have been asked before. */
  readonly mayBeAsked: boolean;
  /** How often it was taken over, this time included. */
  readonly attempts: number;
}

type TaskRow = WithdrawalState & {
  readonly destination: Uint8Array;
  readonly cause: MessageHeaders;
  readonly request: IdempotencyRequest | null;
  readonly may_be_asked: boolean;
  readonly attempts: number;
};

const toTask = ({ destination, cause, request, may_be_asked: mayBeAsked, attempts, ...withdrawal }: TaskRow) => ({
  withdrawal,
  destination,
  cause,
  request,
  mayBeAsked,
  attempts,
});

/**
 * Takes over up to `limit` due tasks for `leaseMs`, by PostgreSQL's clock; no two callers get the same one before then. The withdrawals' versions
 * move on: whoever had the task before, and is only slow, can write nothing any more. From now on the bank may have been asked.
 */
export async function claimDueTasks(sql: Sql, leaseMs: number, limit: number): Promise<ClaimedTask[]> {
  const rows = await sql.query<TaskRow>(
    `WITH due AS (
       SELECT withdrawal_id FROM withdrawal_tasks WHERE due_at <= now() ORDER BY due_at LIMIT $2
     ), locked AS (
       SELECT w.id FROM withdrawals w JOIN due ON due.withdrawal_id = w.id FOR NO KEY UPDATE OF w SKIP LOCKED
     ), claimed AS (
       UPDATE withdrawal_tasks t
       SET due_at = now() + make_interval(secs => $1::float8 / 1000), attempts = t.attempts + 1, may_be_asked = true
       FROM locked
       WHERE t.withdrawal_id = locked.id AND t.due_at <= now()
       RETURNING t.withdrawal_id, t.destination, t.cause, t.request, t.attempts, old.may_be_asked
     )
     UPDATE withdrawals w SET version = w.version + 1
     FROM claimed WHERE w.id = claimed.withdrawal_id
     RETURNING w.*, claimed.destination, claimed.cause, claimed.request, claimed.attempts, claimed.may_be_asked`,
    [leaseMs, limit],
  );
  return rows.map(toTask);
}

/**
 * Takes a withdrawal over that the caller has locked, for `leaseMs`, whoever had it.
 * @param request what its end answers
 */
export async function takeOver(
  transaction: Transaction,
  id: string,
  request: IdempotencyRequest,
  leaseMs: number,
): Promise<ClaimedTask> {
  const [row] = await transaction.query<TaskRow>(
    `WITH taken AS (
       UPDATE withdrawal_tasks t
       SET due_at = now() + make_interval(secs => $3::float8 / 1000), request = $2::json
       WHERE t.withdrawal_id = $1
       RETURNING t.withdrawal_id, t.destination, t.cause, t.request, t.attempts, t.may_be_asked
     )
     UPDATE withdrawals w SET version = w.version + 1
     FROM taken WHERE w.id = taken.withdrawal_id
     RETURNING w.*, taken.destination, taken.cause, taken.request, taken.attempts, taken.may_be_asked`,
    [id, JSON.stringify(request), leaseMs],
  );
  if (!row) throw new Error(`there is nothing left to do for withdrawal ${id}`);
  return toTask(row);
}

/** The request that the end of a withdrawal will answer, undefined when there is none. */
export async function requestUnderWay(sql: Sql, id: string): Promise<IdempotencyRequest | undefined> {
  const [task] = await sql.query<{ request: IdempotencyRequest | null }>(
    'SELECT request FROM withdrawal_tasks WHERE withdrawal_id = $1',
    [id],
  );
  return task?.request ?? undefined;
}

/**
 * Puts a task off, unless somebody else has taken it over. The withdrawal is locked first: only so is its version looked at again after waiting
 * for whoever is just taking over.
 * @param mayBeAsked whether the bank may have what it was ever asked for
 */
export async function putOff(
  sql: Sql,
  { id, version }: Pick<WithdrawalState, 'id' | 'version'>,
  dueInMs: number,
  mayBeAsked: boolean,
): Promise<void> {
  await sql.query(
    `WITH mine AS (SELECT id FROM withdrawals WHERE id = $1 AND version = $2 FOR NO KEY UPDATE)
     UPDATE withdrawal_tasks t
     SET due_at = now() + make_interval(secs => $3::float8 / 1000), may_be_asked = $4
     FROM mine
     WHERE t.withdrawal_id = mine.id`,
    [id, version, dueInMs, mayBeAsked],
  );
}
