import type { PaymentLinkStatus } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';

/** Writes links into payments' table, as if they had been made and used long ago. @returns their ids, the oldest first */
export async function makePastPaymentLinks(
  payments: Database,
  merchantId: string,
  statuses: readonly PaymentLinkStatus[],
): Promise<string[]> {
  const ids = statuses.map(() => newId()).toSorted();
  await payments.query(
    `INSERT INTO payment_links (id, merchant_id, title, amount, currency, product_type, allowed_payment_methods, max_installments,
                                current_uses, status, sequence, outbox_id, created_by, created_at, updated_at)
     SELECT id, $1, 'Camiseta', 1000, 'BRL', 'physical', '{pix}', 1, 0, status, 1, gen_random_uuid(), gen_random_uuid(), now(), now()
     FROM unnest($2::uuid[], $3::text[]) AS past (id, status)`,
    [merchantId, ids, statuses],
  );
  return ids;
}
