import { DomainError, type LegalRepresentativeRecord } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import type { RepresentativeState } from './legal-representative.domain.js';

/** A representative, by the submerchant that the caller has locked. */
export interface RepresentativeKey {
  readonly submerchant_id: string;
  readonly representative_id: string;
}

const COLUMNS = `id, submerchant_id, merchant_id, name, document, birth_date, phone, mother_name, email, role, qualification,
  participation_percentage, is_admin, entity_type, legal_name, created_at, updated_at`;

const NOT_DELETED = 'submerchant_id = $1 AND id = $2 AND deleted_at IS NULL';

/** @returns undefined when the submerchant has none of this id, or no more */
export async function findRepresentative(
  transaction: Transaction,
  { submerchant_id, representative_id }: RepresentativeKey,
): Promise<LegalRepresentativeRecord | undefined> {
  const [record] = await transaction.query<LegalRepresentativeRecord>(
    `SELECT ${COLUMNS} FROM legal_representatives WHERE ${NOT_DELETED}`,
    [submerchant_id, representative_id],
  );
  return record;
}

/** Writes a representative, new or changed. */
export async function saveRepresentative(
  transaction: Transaction,
  representative: RepresentativeState,
): Promise<LegalRepresentativeRecord> {
  const [record] = await transaction.query<LegalRepresentativeRecord>(
    `INSERT INTO legal_representatives (${COLUMNS})
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     ON CONFLICT (id) DO UPDATE
     SET (name, document, birth_date, phone, mother_name, email, role, qualification, participation_percentage, is_admin, entity_type,
          legal_name, updated_at)
       = (excluded.name, excluded.document, excluded.birth_date, excluded.phone, excluded.mother_name, excluded.email, excluded.role,
          excluded.qualification, excluded.participation_percentage, excluded.is_admin, excluded.entity_type, excluded.legal_name,
          excluded.updated_at)
     RETURNING ${COLUMNS}`,
    [
      representative.id,
      representative.submerchant_id,
      representative.merchant_id,
      representative.name,
      representative.document,
      representative.birth_date,
      representative.phone,
      representative.mother_name,
      representative.email,
      representative.role,
      representative.qualification,
      representative.participation_percentage,
      representative.is_admin,
      representative.entity_type,
      representative.legal_name,
      representative.created_at,
      representative.updated_at,
    ],
  );
  return record!;
}

/**
 * Checks the shares of a submerchant's representatives as they are now, what this transaction wrote included.
 * @throws DomainError `participation_exceeds_100`
 */
export async function assertShares(transaction: Transaction, submerchantId: string): Promise<void> {
  const [shares] = await transaction.query<{ sum: string | null; exceed: boolean | null }>(
    `SELECT sum(participation_percentage), sum(participation_percentage) > 100 AS exceed
     FROM legal_representatives WHERE submerchant_id = $1 AND deleted_at IS NULL`,
    [submerchantId],
  );
  if (!shares?.exceed) return;
  const message = `The participations would add up to ${Number(shares.sum)}.`;
  throw DomainError.onField('participation_exceeds_100', 'participation_percentage', message);
}

/** Its row stays, because its documents name it. @returns whether there was one */
export async function deleteRepresentative(
  transaction: Transaction,
  { submerchant_id, representative_id }: RepresentativeKey,
  now: Date,
): Promise<boolean> {
  const deleted = await transaction.query(
    `UPDATE legal_representatives SET deleted_at = $3, updated_at = $3 WHERE ${NOT_DELETED} RETURNING id`,
    [submerchant_id, representative_id, now],
  );
  return deleted.length > 0;
}
