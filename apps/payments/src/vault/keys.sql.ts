import type { Sql } from '@centavo/persistence';

/** A key that cards depend on, by a value that only the right one gives. */
export interface KeyCheck {
  readonly kid: string;
  readonly algorithm: 'A256KW' | 'HS256';
  readonly checkValue: Buffer;
}

export async function findKeyChecks(sql: Sql): Promise<KeyCheck[]> {
  const rows = await sql.query<{ kid: string; algorithm: KeyCheck['algorithm']; check_value: Buffer }>(
    'SELECT kid, algorithm, check_value FROM keys ORDER BY created_at, kid',
  );
  return rows.map(({ kid, algorithm, check_value: checkValue }) => ({ kid, algorithm, checkValue }));
}

/** @returns false when a key with this `kid` was noted before */
export async function addKeyCheck(sql: Sql, { kid, algorithm, checkValue }: KeyCheck): Promise<boolean> {
  const rows = await sql.query(
    'INSERT INTO keys (kid, algorithm, check_value) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING kid',
    [kid, algorithm, checkValue],
  );
  return rows.length > 0;
}

export async function removeKeyCheck(sql: Sql, kid: string): Promise<void> {
  await sql.query('DELETE FROM keys WHERE kid = $1', [kid]);
}

/** How many keys cards may be under. */
export async function countWrappingKeys(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ keys: number }>(`SELECT count(*)::int AS keys FROM keys WHERE algorithm = 'A256KW'`);
  return row!.keys;
}

/** Whether any card is under a key-encryption key. */
export async function hasCards(sql: Sql, kid: string): Promise<boolean> {
  const rows = await sql.query('SELECT FROM cards WHERE wrapping_kid = $1 LIMIT 1', [kid]);
  return rows.length > 0;
}
