import { reading, type Reading } from '@centavo/runtime';
import type { Sql } from './database.port.js';

/** Work that a table says is to be done, and by when. */
export interface WorkTable {
  readonly service: string;
  /** What it is called in metrics. */
  readonly work: string;
  readonly table: string;
  /** When it is due; has an index. */
  readonly dueAt: string;
  /** The condition of that index, if it has one. */
  readonly condition?: string;
}

/** More is not counted: who reads it does not care, and counting would cost. */
export const MAX_COUNTED = 10_000;

/** How much of it is due, by PostgreSQL's clock, and how long the oldest has been. For metrics. */
export async function overdueWork(sql: Sql, { service, work, table, dueAt, condition }: WorkTable): Promise<Reading[]> {
  const [row] = await sql.query<{ rows: number; overdue_seconds: number }>(
    `SELECT count(*)::int AS rows, coalesce(extract(epoch FROM now() - min(due_at)), 0)::float8 AS overdue_seconds
     FROM (SELECT ${dueAt} AS due_at FROM ${table} WHERE ${dueAt} <= now() ${condition ? `AND ${condition}` : ''}
           ORDER BY ${dueAt} LIMIT ${MAX_COUNTED}) AS due`,
  );
  return [
    reading('due_work_rows', { service, work }, row!.rows),
    reading('due_work_overdue_seconds', { service, work }, row!.overdue_seconds),
  ];
}
