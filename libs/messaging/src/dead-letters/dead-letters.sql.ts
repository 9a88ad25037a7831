import type { DeadLetterRecord } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';
import type { MessageHeaders } from '../bus.js';

/** A dead letter as it is kept. */
export interface DeadLetterRow {
  readonly id: string;
  readonly message_id: string;
  readonly consumer_group: string;
  readonly topic: string;
  readonly type: string;
  readonly key: string;
  readonly value: string;
  /** JSON of {@link MessageHeaders} */
  readonly headers: string;
  readonly reason: string;
  readonly attempts: number;
  readonly failed_at: Date;
  readonly requeued_at: Date | null;
}

/** A message that fails again after it was requeued is the same letter, open again. */
export async function upsertDeadLetter(sql: Sql, row: Omit<DeadLetterRow, 'failed_at' | 'requeued_at'>): Promise<void> {
  await sql.query(
    `INSERT INTO dead_letters (id, message_id, consumer_group, topic, type, key, value, headers, reason, attempts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (message_id, consumer_group) DO UPDATE
     SET reason = excluded.reason, attempts = excluded.attempts, failed_at = now(), requeued_at = NULL`,
    [
      row.id,
      row.message_id,
      row.consumer_group,
      row.topic,
      row.type,
      row.key,
      row.value,
      row.headers,
      row.reason,
      row.attempts,
    ],
  );
}

/** Open letters, newest first. @param before only those older than the letter with this id */
export function openDeadLetters(sql: Sql, limit: number, before?: string): Promise<DeadLetterRow[]> {
  return sql.query<DeadLetterRow>(
    `SELECT * FROM dead_letters
     WHERE requeued_at IS NULL AND ($1::uuid IS NULL OR id < $1::uuid)
     ORDER BY id DESC LIMIT $2`,
    [before ?? null, limit],
  );
}

/** Open letters, 10,000 at most, and how long ago the newest failed; null when there is none. For metrics. */
export async function deadLettersState(sql: Sql): Promise<{ open: number; newestMs: number | null }> {
  const [row] = await sql.query<{ open: number; newest_ms: number | null }>(
    `SELECT count(*)::int AS open, (extract(epoch FROM now() - max(failed_at)) * 1000)::float8 AS newest_ms
     FROM (SELECT failed_at FROM dead_letters WHERE requeued_at IS NULL ORDER BY id DESC LIMIT 10000) AS letters`,
  );
  return { open: row!.open, newestMs: row!.newest_ms };
}

/** A letter with what `published_dead_letters` shows of it. */
export type TakenDeadLetter = DeadLetterRow & DeadLetterRecord;

/** Marks an open letter as requeued. @returns undefined when there is none */
export async function takeDeadLetter(sql: Sql, id: string): Promise<TakenDeadLetter | undefined> {
  const [row] = await sql.query<TakenDeadLetter>(
    `UPDATE dead_letters SET requeued_at = now() WHERE id = $1 AND requeued_at IS NULL
     RETURNING *, consumer_group AS service, uuid_extract_timestamp(id) AS created_at`,
    [id],
  );
  return row;
}

export const headersOf = (row: DeadLetterRow): MessageHeaders => JSON.parse(row.headers) as MessageHeaders;
