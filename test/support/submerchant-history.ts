import type { EntityType, SubmerchantStatus } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';

/** A submerchant of the past; the rest of it does not matter. */
export interface PastSubmerchant {
  readonly id: string;
  readonly entity_type: EntityType;
  readonly status: SubmerchantStatus;
  readonly tax_id: string;
}

/** Writes submerchants into onboarding's table, as if they had been registered and reviewed long ago. */
export async function makePastSubmerchants(
  onboarding: Database,
  merchantId: string,
  submerchants: readonly PastSubmerchant[],
): Promise<void> {
  const columnOf = (name: keyof PastSubmerchant) => submerchants.map((submerchant) => submerchant[name]);
  await onboarding.query(
    `INSERT INTO submerchants (id, merchant_id, wallet_id, entity_type, trade_name, legal_name, tax_id, email, status, sequence,
                               outbox_id, created_at, updated_at)
     SELECT id, $1, gen_random_uuid(), entity_type, 'Loja', 'Loja Ltda', tax_id, 'ze@loja.example', status, 1, gen_random_uuid(),
            now(), now()
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS past (id, entity_type, status, tax_id)`,
    [merchantId, columnOf('id'), columnOf('entity_type'), columnOf('status'), columnOf('tax_id')],
  );
}
