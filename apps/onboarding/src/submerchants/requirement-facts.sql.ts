import type { RequirementFacts } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';

/** The documents that count: what was replaced does not. Oldest first. */
export const documentsOf = (
  transaction: Transaction,
  submerchantId: string,
): Promise<RequirementFacts['documents'][number][]> =>
  transaction.query(
    `SELECT type, status, legal_representative_id FROM submerchant_documents
     WHERE submerchant_id = $1 AND status <> 'replaced' ORDER BY id`,
    [submerchantId],
  );

/** Oldest first. */
export const representativeIdsOf = (transaction: Transaction, submerchantId: string): Promise<{ id: string }[]> =>
  transaction.query(
    `SELECT id FROM legal_representatives WHERE submerchant_id = $1 AND deleted_at IS NULL ORDER BY id`,
    [submerchantId],
  );
