import type { LocalDate } from '@centavo/brazil';
import type { IdempotencyRequest } from '@centavo/contracts';
import type { Centavos } from '@centavo/money';
import type { Sql, Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { SOMETHING_IS_DUE } from './due-receivables.sql.js';

/** How many receivables turned `settled`, and what wallets were credited, in centavos. */
export interface SettlementCount {
  readonly settled: bigint;
  readonly amount: Centavos;
}

/** The settlement of a day. */
export interface DailyRun {
  readonly id: string;
  /** Null until everything that was due on its day is settled. */
  readonly finishedAt: Date | null;
  /** Whether something is due now: before it is finished, or when a dispute was won since. */
  readonly hasWork: boolean;
}

/** The run of a day, which begins when the first instance asks for it. @param dueAt the start of the day */
export async function dailyRunOf(sql: Sql, day: LocalDate, dueAt: Date, startedAt: Date): Promise<DailyRun> {
  const known = await findDailyRun(sql, day, dueAt);
  if (known) return known;
  await sql.query(
    `INSERT INTO settlement_runs (id, day, started_at) VALUES ($1, $2::date, $3) ON CONFLICT (day) DO NOTHING`,
    [newId(), day, startedAt],
  );
  return (await findDailyRun(sql, day, dueAt))!;
}

async function findDailyRun(sql: Sql, day: LocalDate, dueAt: Date): Promise<DailyRun | undefined> {
  const [run] = await sql.query<DailyRun>(
    `SELECT id, finished_at AS "finishedAt", ${SOMETHING_IS_DUE} AS "hasWork" FROM settlement_runs WHERE day = $2::date`,
    [dueAt, day],
  );
  return run;
}

/**
 * Finishes the runs of a day, and of earlier days on which nobody was there to finish them, unless something is due: what another instance
 * is just settling still counts as that.
 * @returns when each that is finished by this was started
 */
export async function finishDailyRuns(sql: Sql, day: LocalDate, dueAt: Date, finishedAt: Date): Promise<Date[]> {
  const finished = await sql.query<{ started_at: Date }>(
    `UPDATE settlement_runs SET finished_at = $3
     WHERE day <= $2::date AND finished_at IS NULL AND NOT ${SOMETHING_IS_DUE}
     RETURNING started_at`,
    [dueAt, day, finishedAt],
  );
  return finished.map(({ started_at }) => started_at);
}

/** The latest daily run that was finished. */
export async function lastDailyRun(
  sql: Sql,
): Promise<{ readonly startedAt: Date; readonly finishedAt: Date } | undefined> {
  const [run] = await sql.query<{ startedAt: Date; finishedAt: Date }>(
    `SELECT started_at AS "startedAt", finished_at AS "finishedAt" FROM settlement_runs
     WHERE day IS NOT NULL AND finished_at IS NOT NULL ORDER BY day DESC LIMIT 1`,
  );
  return run;
}

/**
 * The run that a merchant's request began and did not finish, or a new one.
 * @returns its id, and the fingerprint of the body it was begun with
 */
export async function requestedRunOf(
  sql: Sql,
  merchantId: string,
  { scope, key, fingerprint }: IdempotencyRequest,
  startedAt: Date,
): Promise<{ readonly id: string; readonly fingerprint: string }> {
  // The update changes nothing: it returns the row that is there.
  const [run] = await sql.query<{ id: string; fingerprint: string }>(
    `INSERT INTO settlement_runs AS known (id, merchant_id, request_key, fingerprint, started_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (merchant_id, request_key) WHERE finished_at IS NULL AND merchant_id IS NOT NULL
     DO UPDATE SET fingerprint = known.fingerprint
     RETURNING id, fingerprint`,
    [newId(), merchantId, JSON.stringify([scope, key]), fingerprint, startedAt],
  );
  return run!;
}

/** @returns all that the run settled */
export async function finishRequestedRun(
  transaction: Transaction,
  id: string,
  finishedAt: Date,
): Promise<SettlementCount> {
  const [count] = await transaction.query<SettlementCount>(
    `UPDATE settlement_runs SET finished_at = $2 WHERE id = $1 RETURNING settled, amount`,
    [id, finishedAt],
  );
  return count!;
}

/** Adds to what a run has settled. Other instances that work on the same run wait, so it comes last in its transaction. */
export async function addToRun(
  transaction: Transaction,
  id: string,
  { settled, amount }: SettlementCount,
): Promise<void> {
  await transaction.query(`UPDATE settlement_runs SET settled = settled + $2, amount = amount + $3 WHERE id = $1`, [
    id,
    settled,
    amount,
  ]);
}
