import type { Sql, Transaction } from '@centavo/persistence';

/** A document whose file is the caller's to look at. */
export interface DueCheck {
  readonly document_id: string;
  readonly file_url: string;
  readonly file_size: bigint;
  readonly mime_type: string;
  /** How often it was taken on, this time included. */
  readonly attempts: number;
}

/** Has the file of a document looked at, soon after the transaction. */
export async function insertCheck(transaction: Transaction, documentId: string): Promise<void> {
  await transaction.query('INSERT INTO document_checks (document_id, due_at) VALUES ($1, now())', [documentId]);
}

/** Takes on up to `limit` due checks for `leaseMs`, by PostgreSQL's clock; no two callers get the same one before then. */
export const claimDueChecks = (sql: Sql, leaseMs: number, limit: number): Promise<DueCheck[]> =>
  sql.query<DueCheck>(
    `UPDATE document_checks c
     SET due_at = now() + make_interval(secs => $1::float8 / 1000), attempts = c.attempts + 1
     FROM (
       SELECT document_id FROM document_checks WHERE due_at <= now() ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ) due JOIN submerchant_documents d ON d.id = due.document_id
     WHERE c.document_id = due.document_id
     RETURNING c.document_id, c.attempts, d.file_url, d.file_size, d.mime_type`,
    [leaseMs, limit],
  );

/** Ends a check. What an operator has said about the document meanwhile is not written over. */
export async function finishCheck(sql: Sql, documentId: string, notes: string, now: Date): Promise<void> {
  await sql.query(
    `WITH ended AS (DELETE FROM document_checks WHERE document_id = $1 RETURNING document_id)
     UPDATE submerchant_documents d SET verification_notes = $2, updated_at = $3
     FROM ended WHERE d.id = ended.document_id AND d.status = 'pending'`,
    [documentId, notes, now],
  );
}
