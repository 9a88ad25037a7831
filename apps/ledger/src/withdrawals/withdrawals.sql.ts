import type { Sql, Transaction } from '@centavo/persistence';
import type { WithdrawalMove, WithdrawalState } from './withdrawal.domain.js';
import type { WithdrawalTask } from './withdrawal-tasks.sql.js';

/**
 * How withdrawals are made and moved: many rows at once, inside the caller's transaction and in this order: withdrawals, accounts (in the books),
 * then their places in lists. Rows are sent sorted, so that two batches take their locks in one order.
 */

const COLUMNS = {
  id: 'uuid',
  merchant_id: 'uuid',
  submerchant_id: 'uuid',
  wallet_id: 'uuid',
  type: 'text',
  amount: 'bigint',
  fee: 'bigint',
  status: 'text',
  sequence: 'int',
  version: 'int',
  outbox_id: 'uuid',
  acquirer_name: 'text',
  external_id: 'text',
  recipient_id: 'text',
  recipient_snapshot: 'json',
  failure_reason: 'text',
  processed_at: 'timestamptz',
  completed_at: 'timestamptz',
  failed_at: 'timestamptz',
  metadata: 'json',
  idempotency_key: 'text',
  fingerprint: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof WithdrawalState, string>;
type Column = keyof typeof COLUMNS;

const ALL = Object.keys(COLUMNS) as Column[];

/** What may change of a withdrawal. */
const CHANGING = [
  'status',
  'sequence',
  'version',
  'outbox_id',
  'external_id',
  'failure_reason',
  'processed_at',
  'completed_at',
  'failed_at',
  'updated_at',
] as const satisfies readonly Column[];

const arraysOf = (columns: readonly Column[], first: number): string =>
  columns.map((column, index) => `$${first + index}::${COLUMNS[column]}[]`).join(', ');

const valuesOf = (columns: readonly Column[], withdrawals: readonly WithdrawalState[]): unknown[] =>
  columns.map((column) => withdrawals.map((withdrawal) => toParameter(column, withdrawal[column])));

const toParameter = (column: Column, value: unknown): unknown =>
  COLUMNS[column] === 'json' && value !== null ? JSON.stringify(value) : value;

const INSERT = `
  WITH inserted AS (
    INSERT INTO withdrawals (${ALL.join(', ')})
    SELECT * FROM unnest(${arraysOf(ALL, 1)})
    ON CONFLICT DO NOTHING
    RETURNING id
  ), tasks AS (
    INSERT INTO withdrawal_tasks (withdrawal_id, due_at, destination, cause)
    SELECT t.id, coalesce(now() + make_interval(secs => t.due_in_ms / 1000), 'infinity'), t.destination, t.cause
    FROM unnest($1::uuid[], $${ALL.length + 1}::float8[], $${ALL.length + 2}::bytea[], $${ALL.length + 3}::json[])
      AS t (id, due_in_ms, destination, cause)
    JOIN inserted ON inserted.id = t.id
  )
  SELECT id FROM inserted`;

/**
 * Inserts new withdrawals with their tasks. Waits for another transaction that inserts one of their idempotency keys.
 * @param tasks in the same order
 * @returns the ids of those that are there now; the others' id or key is taken
 */
export async function insertWithdrawals(
  transaction: Transaction,
  withdrawals: readonly WithdrawalState[],
  tasks: readonly WithdrawalTask[],
): Promise<Set<string>> {
  const rows = await transaction.query<{ id: string }>(INSERT, [
    ...valuesOf(ALL, withdrawals),
    tasks.map(({ dueInMs }) => dueInMs),
    tasks.map(({ destination }) => destination),
    tasks.map(({ cause }) => JSON.stringify(cause)),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Takes back what this transaction has inserted. */
export async function deleteWithdrawals(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.query(
    `WITH tasks AS (DELETE FROM withdrawal_tasks WHERE withdrawal_id = ANY ($1::uuid[]))
     DELETE FROM withdrawals WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
}

const MOVE = `
  WITH moved AS (
    UPDATE withdrawals w SET ${CHANGING.map((column) => `${column} = m.${column}`).join(', ')}
    FROM unnest($1::uuid[], $2::text[], ${arraysOf(CHANGING, 4)}) AS m (id, allowed, ${CHANGING.join(', ')})
    WHERE w.id = m.id AND w.status = ANY (m.allowed::text[]) AND w.version = m.version - 1
    RETURNING w.id, w.status
  ), ended AS (
    DELETE FROM withdrawal_tasks t USING moved WHERE t.withdrawal_id = moved.id AND moved.status <> 'processing'
  ), asked AS (
    UPDATE withdrawal_tasks t
    SET due_at = now() + make_interval(secs => $3::float8 / 1000), may_be_asked = true
    FROM moved WHERE t.withdrawal_id = moved.id AND moved.status = 'processing'
  )
  SELECT id FROM moved`;

/**
 * Carries out moves whose withdrawal is still in a status the move starts from and at the version it was decided on; the rest are no longer true.
 * Who is handed over is the caller's for `leaseMs`; the tasks of those that have ended are gone.
 * @returns the ids of those that moved
 */
export async function moveWithdrawals(
  transaction: Transaction,
  moves: readonly WithdrawalMove[],
  leaseMs: number,
): Promise<Set<string>> {
  const rows = await transaction.query<{ id: string }>(MOVE, [
    moves.map(({ after }) => after.id),
    moves.map(({ from }) => `{${from.join(',')}}`),
    leaseMs,
    ...valuesOf(
      CHANGING,
      moves.map(({ after }) => after),
    ),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Withdrawals that have the ids, or the idempotency keys. */
export const findByKeys = (
  sql: Sql,
  keys: readonly { readonly merchantId: string; readonly key: string }[],
): Promise<WithdrawalState[]> =>
  sql.query<WithdrawalState>(
    `SELECT w.* FROM unnest($1::uuid[], $2::text[]) AS asked (merchant_id, idempotency_key)
     JOIN withdrawals w ON w.merchant_id = asked.merchant_id AND w.idempotency_key = asked.idempotency_key`,
    [keys.map(({ merchantId }) => merchantId), keys.map(({ key }) => key)],
  );

/** Locks a withdrawal until the transaction ends, and shows it as it is then. Nobody else can write it. */
export async function lockWithdrawal(transaction: Transaction, id: string): Promise<WithdrawalState | undefined> {
  const [withdrawal] = await transaction.query<WithdrawalState>(
    'SELECT * FROM withdrawals WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  return withdrawal;
}
