import { DOCUMENT_TRANSITIONS, type DocumentTransition, type DocumentType } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import type { DocumentState } from './document.domain.js';

/** A document that has just moved, with the outbox row of its event before. */
export interface MovedDocument extends DocumentState {
  readonly follows: string;
}

/** When documents move, and the outbox row that tells of it. */
export interface MoveStamp {
  readonly outboxId: string;
  readonly now: Date;
}

export async function insertDocument(transaction: Transaction, document: DocumentState): Promise<void> {
  await transaction.query(
    `INSERT INTO submerchant_documents (id, submerchant_id, merchant_id, legal_representative_id, type, notes, number, file_url,
                                        file_name, file_size, mime_type, status, expires_at, sequence, outbox_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      document.id,
      document.submerchant_id,
      document.merchant_id,
      document.legal_representative_id,
      document.type,
      document.notes,
      document.number,
      document.file_url,
      document.file_name,
      document.file_size,
      document.mime_type,
      document.status,
      document.expires_at,
      document.sequence,
      document.outbox_id,
      document.created_at,
      document.updated_at,
    ],
  );
}

/** Moves the documents that a condition names and that are in a status from which the transition leads on. */
function move(
  transaction: Transaction,
  { from, to }: DocumentTransition,
  { outboxId, now }: MoveStamp,
  { where, and = '', parameters }: { where: string; and?: string; parameters: readonly unknown[] },
): Promise<MovedDocument[]> {
  return transaction.query<MovedDocument>(
    `UPDATE submerchant_documents d
     SET status = $1, sequence = d.sequence + 1, outbox_id = $2, updated_at = $3${and}
     WHERE d.status = ANY ($4) AND ${where}
     RETURNING d.*, old.outbox_id AS follows`,
    [to, outboxId, now, from, ...parameters],
  );
}

/** Replaces the one document of a type, and of a representative where it is a partner's, that counts so far. */
export const replaceDocument = (
  transaction: Transaction,
  stamp: MoveStamp,
  of: { submerchant_id: string; type: DocumentType; legal_representative_id: string | null },
): Promise<MovedDocument[]> =>
  move(transaction, DOCUMENT_TRANSITIONS.replace, stamp, {
    where: 'd.submerchant_id = $5 AND d.type = $6 AND d.legal_representative_id IS NOT DISTINCT FROM $7',
    parameters: [of.submerchant_id, of.type, of.legal_representative_id],
  });

/** Replaces all documents of a representative by nothing. */
export const replaceDocumentsOf = (
  transaction: Transaction,
  stamp: MoveStamp,
  of: { submerchant_id: string; representative_id: string },
): Promise<MovedDocument[]> =>
  move(transaction, DOCUMENT_TRANSITIONS.replace, stamp, {
    where: 'd.submerchant_id = $5 AND d.legal_representative_id = $6',
    parameters: [of.submerchant_id, of.representative_id],
  });

/** Carries out a decision. @returns nothing when the document is not in a status for it */
export const decideOnDocument = (
  transaction: Transaction,
  stamp: MoveStamp,
  decision: { id: string; transition: DocumentTransition; notes: string | null },
): Promise<MovedDocument[]> =>
  move(transaction, decision.transition, stamp, {
    and: ', verified_at = $3, verification_notes = $6',
    where: 'd.id = $5',
    parameters: [decision.id, decision.notes],
  });

/**
 * Expires up to `limit` documents whose time has passed, the longest overdue first, without those that somebody else is writing to.
 * Of several callers at once each gets others.
 */
export const expireDocuments = (transaction: Transaction, stamp: MoveStamp, limit: number): Promise<MovedDocument[]> =>
  move(transaction, DOCUMENT_TRANSITIONS.expire, stamp, {
    // As an array it is chosen once; a plan that ran it again would choose, and lock, others.
    where: `d.id = ANY (ARRAY(
       SELECT id FROM submerchant_documents
       WHERE status IN ('pending', 'approved') AND expires_at <= $3
       ORDER BY expires_at LIMIT $5 FOR UPDATE SKIP LOCKED
     ))`,
    parameters: [limit],
  });

export async function lockDocument(transaction: Transaction, id: string): Promise<DocumentState | undefined> {
  const [document] = await transaction.query<DocumentState>(
    'SELECT * FROM submerchant_documents WHERE id = $1 FOR UPDATE',
    [id],
  );
  return document;
}
