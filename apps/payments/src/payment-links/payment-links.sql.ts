import type { Sql, Transaction } from '@centavo/persistence';
import type { PaymentLinkState } from './payment-link.domain.js';

export async function insertPaymentLink(transaction: Transaction, link: PaymentLinkState): Promise<void> {
  await transaction.query(
    `INSERT INTO payment_links (id, merchant_id, submerchant_id, title, description, amount, currency, product_type,
                                allowed_payment_methods, max_installments, expires_at, max_uses, current_uses, status, sequence,
                                outbox_id, redirect_url, cover_image_url, metadata, created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21)`,
    [
      link.id,
      link.merchant_id,
      link.submerchant_id,
      link.title,
      link.description,
      link.amount,
      link.currency,
      link.product_type,
      link.allowed_payment_methods,
      link.max_installments,
      link.expires_at,
      link.max_uses,
      link.current_uses,
      link.status,
      link.sequence,
      link.outbox_id,
      link.redirect_url,
      link.cover_image_url,
      link.metadata && JSON.stringify(link.metadata),
      link.created_by,
      link.created_at,
    ],
  );
}

/** A merchant's link as it is, undefined where the merchant has none such. */
export async function findPaymentLink(sql: Sql, merchantId: string, id: string): Promise<PaymentLinkState | undefined> {
  const text = 'SELECT * FROM payment_links WHERE id = $1 AND merchant_id = $2';
  return (await sql.query<PaymentLinkState>(text, [id, merchantId]))[0];
}

/** A connection, and whatever shares its transaction, waits no longer for somebody who holds a link; the bus or a task comes back to it. */
const LOCK_TIMEOUT = '2s';

const boundWaiting = (transaction: Transaction): Promise<unknown> =>
  transaction.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);

/**
 * Locks a merchant's link until the transaction ends, undefined where the merchant has none such.
 * @throws a passing failure of kind `timeout` when somebody holds it for long
 */
export async function lockPaymentLink(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<PaymentLinkState | undefined> {
  await boundWaiting(transaction);
  const [link] = await transaction.query<PaymentLinkState>(
    'SELECT * FROM payment_links WHERE id = $1 AND merchant_id = $2 FOR NO KEY UPDATE',
    [id, merchantId],
  );
  return link;
}

/**
 * Locks links in the order of their ids, in which everybody locks several.
 * @throws as {@link lockPaymentLink} does
 */
export async function lockPaymentLinks(transaction: Transaction, ids: readonly string[]): Promise<PaymentLinkState[]> {
  await boundWaiting(transaction);
  return transaction.query<PaymentLinkState>(
    'SELECT * FROM payment_links WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    [ids],
  );
}

/** Locks active links whose time has passed, those that are in nobody else's hands. @param now by the clock that judges them */
export async function lockOverduePaymentLinks(
  transaction: Transaction,
  now: Date,
  limit: number,
): Promise<PaymentLinkState[]> {
  return transaction.query<PaymentLinkState>(
    `SELECT * FROM payment_links
     WHERE status = 'active' AND expires_at <= $1
     ORDER BY expires_at
     LIMIT $2
     FOR NO KEY UPDATE SKIP LOCKED`,
    [now, limit],
  );
}

/** Writes what a merchant may change about a link that the caller has locked. */
export async function updateTerms(transaction: Transaction, link: PaymentLinkState): Promise<void> {
  await transaction.query(
    `UPDATE payment_links
     SET title = $2, description = $3, allowed_payment_methods = $4, max_installments = $5, expires_at = $6, max_uses = $7,
         redirect_url = $8, cover_image_url = $9, metadata = $10
     WHERE id = $1`,
    [
      link.id,
      link.title,
      link.description,
      link.allowed_payment_methods,
      link.max_installments,
      link.expires_at,
      link.max_uses,
      link.redirect_url,
      link.cover_image_url,
      link.metadata && JSON.stringify(link.metadata),
    ],
  );
}

/** Writes uses and statuses of links that the caller has locked. */
export async function updateStandings(transaction: Transaction, links: readonly PaymentLinkState[]): Promise<void> {
  await transaction.query(
    `UPDATE payment_links l
     SET current_uses = s.current_uses, status = s.status, sequence = s.sequence, outbox_id = s.outbox_id,
         updated_at = s.updated_at
     FROM unnest($1::uuid[], $2::int[], $3::text[], $4::int[], $5::uuid[], $6::timestamptz[])
          AS s (id, current_uses, status, sequence, outbox_id, updated_at)
     WHERE l.id = s.id`,
    [
      links.map(({ id }) => id),
      links.map(({ current_uses }) => current_uses),
      links.map(({ status }) => status),
      links.map(({ sequence }) => sequence),
      links.map(({ outbox_id }) => outbox_id),
      links.map(({ updated_at }) => updated_at),
    ],
  );
}
