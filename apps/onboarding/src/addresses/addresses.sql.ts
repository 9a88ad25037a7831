import type { SubmerchantAddressRecord } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';

/**
 * Adds an address to a submerchant that the caller has locked. The first one is primary in any case; a primary one takes over from
 * the one before.
 */
export async function insertAddress(
  transaction: Transaction,
  address: SubmerchantAddressRecord,
): Promise<SubmerchantAddressRecord> {
  if (address.is_primary) {
    await transaction.query(
      `UPDATE submerchant_addresses SET is_primary = false WHERE submerchant_id = $1 AND is_primary`,
      [address.submerchant_id],
    );
  }
  const [record] = await transaction.query<SubmerchantAddressRecord>(
    `INSERT INTO submerchant_addresses (id, submerchant_id, merchant_id, type, street, number, complement, neighborhood, city, state,
                                        zip_code, country, is_primary, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
             $13 OR NOT EXISTS (SELECT FROM submerchant_addresses WHERE submerchant_id = $2), $14)
     RETURNING *`,
    [
      address.id,
      address.submerchant_id,
      address.merchant_id,
      address.type,
      address.street,
      address.number,
      address.complement,
      address.neighborhood,
      address.city,
      address.state,
      address.zip_code,
      address.country,
      address.is_primary,
      address.created_at,
    ],
  );
  return record!;
}
