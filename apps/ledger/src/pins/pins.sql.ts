import type { Sql, Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import type { PinHash } from './pin-hashes.js';

/** Wrong ones in a row, after which a PIN is locked. */
const MAX_FAILURES = 5;
/** For so long. */
const LOCKED_MINUTES = 30;

/** A PIN as an attempt meets it. */
export interface PinAttempt extends PinHash {
  /** Another one for every PIN that is set. */
  readonly id: string;
}

/**
 * Counts an attempt as a failure, before it is known whether it is one, and holds the PIN until the transaction ends: the next attempt waits. Once a
 * lock is over, counting begins anew.
 * @returns undefined when the PIN is locked, or there is none
 */
export async function countAttempt(transaction: Transaction, merchantId: string): Promise<PinAttempt | undefined> {
  const [attempt] = await transaction.query<PinAttempt>(
    `UPDATE transaction_pins
     SET failures = CASE WHEN locked_until IS NULL THEN failures + 1 ELSE 1 END, locked_until = NULL
     WHERE merchant_id = $1 AND (locked_until IS NULL OR locked_until <= now())
     RETURNING id, hash, salt, memory_kib, passes, parallelism, key_id`,
    [merchantId],
  );
  return attempt;
}

/** The attempt was right: what failed before it is forgotten. */
export async function forgetFailures(transaction: Transaction, merchantId: string): Promise<void> {
  await transaction.query('UPDATE transaction_pins SET failures = 0 WHERE merchant_id = $1', [merchantId]);
}

/** Keeps another hash of the same PIN. */
export async function replaceHash(
  transaction: Transaction,
  merchantId: string,
  { hash, salt, memory_kib, passes, parallelism, key_id }: PinHash,
): Promise<void> {
  await transaction.query(
    `UPDATE transaction_pins SET hash = $2, salt = $3, memory_kib = $4, passes = $5, parallelism = $6, key_id = $7
     WHERE merchant_id = $1`,
    [merchantId, hash, salt, memory_kib, passes, parallelism, key_id],
  );
}

/** The attempt was wrong: the last one that there was locks the PIN. */
export async function lockAfterFailures(transaction: Transaction, merchantId: string): Promise<void> {
  await transaction.query(
    `UPDATE transaction_pins SET locked_until = now() + make_interval(mins => $2)
     WHERE merchant_id = $1 AND failures >= $3`,
    [merchantId, LOCKED_MINUTES, MAX_FAILURES],
  );
}

/** The id of a merchant's PIN, undefined when it has none. */
export async function findPin(sql: Sql, merchantId: string): Promise<string | undefined> {
  const [pin] = await sql.query<{ id: string }>('SELECT id FROM transaction_pins WHERE merchant_id = $1', [merchantId]);
  return pin?.id;
}

/**
 * Sets a PIN.
 * @param previousId the one that it replaces; null where there was none
 * @returns false when there is another one by now, or none
 */
export async function putPin(
  transaction: Transaction,
  merchantId: string,
  previousId: string | null,
  { hash, salt, memory_kib, passes, parallelism, key_id }: PinHash,
): Promise<boolean> {
  const statement = previousId
    ? `UPDATE transaction_pins
       SET id = $2, hash = $3, salt = $4, memory_kib = $5, passes = $6, parallelism = $7, key_id = $8, failures = 0, locked_until = NULL,
           created_at = now()
       WHERE merchant_id = $1 AND id = $9
       RETURNING id`
    : `INSERT INTO transaction_pins (merchant_id, id, hash, salt, memory_kib, passes, parallelism, key_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (merchant_id) DO NOTHING
       RETURNING id`;
  const parameters = [merchantId, newId(), hash, salt, memory_kib, passes, parallelism, key_id];
  const rows = await transaction.query(statement, previousId ? [...parameters, previousId] : parameters);
  return rows.length > 0;
}

/** Removes a PIN, whichever it is, or only the one with this id. @returns false when there was none */
export async function deletePin(sql: Sql, merchantId: string, id: string | null = null): Promise<boolean> {
  const rows = await sql.query(
    'DELETE FROM transaction_pins WHERE merchant_id = $1 AND ($2::uuid IS NULL OR id = $2) RETURNING id',
    [merchantId, id],
  );
  return rows.length > 0;
}
