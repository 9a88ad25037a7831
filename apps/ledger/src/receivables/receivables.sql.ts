import type { ReceivableRecord } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';

/** A receivable as it is written: what is published, how many events told of it, and the outbox row of the last. */
export interface ReceivableState extends ReceivableRecord {
  readonly sequence: number;
  readonly outbox_id: string;
}

/** Inserts new receivables. */
export async function insertReceivables(sql: Sql, receivables: readonly ReceivableState[]): Promise<void> {
  await sql.query(
    `INSERT INTO receivables (id, charge_id, merchant_id, submerchant_id, recipient_id, payment_method, installment, gross_amount,
                              fee_amount, net_amount, status, sequence, outbox_id, settlement_date, original_settlement_date,
                              created_at)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::smallint[], $8::bigint[],
                          $9::bigint[], $10::bigint[], $11::text[], $12::int[], $13::uuid[], $14::timestamptz[], $15::timestamptz[],
                          $16::timestamptz[])`,
    [
      receivables.map(({ id }) => id),
      receivables.map(({ charge_id }) => charge_id),
      receivables.map(({ merchant_id }) => merchant_id),
      receivables.map(({ submerchant_id }) => submerchant_id),
      receivables.map(({ recipient_id }) => recipient_id),
      receivables.map(({ payment_method }) => payment_method),
      receivables.map(({ installment }) => installment),
      receivables.map(({ gross_amount }) => gross_amount),
      receivables.map(({ fee_amount }) => fee_amount),
      receivables.map(({ net_amount }) => net_amount),
      receivables.map(({ status }) => status),
      receivables.map(({ sequence }) => sequence),
      receivables.map(({ outbox_id }) => outbox_id),
      receivables.map(({ settlement_date }) => settlement_date),
      receivables.map(({ original_settlement_date }) => original_settlement_date),
      receivables.map(({ created_at }) => created_at),
    ],
  );
}
