import type { Sql } from '@centavo/persistence';
import { UNHURRIED } from './unhurried.sql.js';
import type { Payment } from '../acquirer.port.js';

/** A Pix code or a boleto that waits to be paid. */
export interface SandboxInvoice<Answer> {
  readonly reference: string;
  readonly method: 'pix' | 'boleto';
  /** Centavos. */
  readonly amount: bigint;
  readonly expiresAt: Date | null;
  /** What the acquirer answers to who asks for it. */
  readonly answer: Answer;
}

/** Keeps an invoice, once per reference. @returns the answer that was kept first */
export async function keepInvoice<Answer>(sql: Sql, invoice: SandboxInvoice<Answer>): Promise<Answer> {
  const [kept] = await sql.query<{ answer: Answer }>(
    // The update changes nothing; it makes RETURNING answer for the row that was there, also one that another session just made.
    `${UNHURRIED}
     INSERT INTO sandbox_payments (reference, method, amount, answer, expires_at)
     SELECT $1::uuid, $2::text, $3::bigint, $4::json, $5::timestamptz FROM unhurried
     ON CONFLICT (reference) DO UPDATE SET reference = EXCLUDED.reference
     RETURNING answer`,
    [invoice.reference, invoice.method, invoice.amount, JSON.stringify(invoice.answer), invoice.expiresAt],
  );
  return kept!.answer;
}

/**
 * Pays an invoice, once.
 * @param endToEndId of the payment if it is a Pix
 * @returns the payment, also an earlier one; undefined when there is nothing that could be paid at `now`
 */
export async function payInvoice(
  sql: Sql,
  { reference, endToEndId, now }: { readonly reference: string; readonly endToEndId: string; readonly now: Date },
): Promise<Payment | undefined> {
  const [payment] = await sql.query<Payment>(
    `UPDATE sandbox_payments
     SET captured_amount = amount, paid_at = coalesce(paid_at, $3),
         end_to_end_id = CASE WHEN method = 'pix' THEN coalesce(end_to_end_id, $2) END
     WHERE reference = $1 AND NOT voided AND (paid_at IS NOT NULL OR expires_at IS NULL OR expires_at > $3)
     RETURNING end_to_end_id AS "endToEndId", paid_at AS "paidAt"`,
    [reference, endToEndId, now],
  );
  return payment;
}

/** What was paid for an invoice; undefined when nothing was. */
export async function findPayment(sql: Sql, reference: string): Promise<Payment | undefined> {
  const [payment] = await sql.query<Payment>(
    `SELECT end_to_end_id AS "endToEndId", paid_at AS "paidAt"
     FROM sandbox_payments
     WHERE reference = $1 AND paid_at IS NOT NULL`,
    [reference],
  );
  return payment;
}
