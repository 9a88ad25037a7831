import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every payment method and all that happens to a charge after its payment. `version` counts every write and fences what was decided
 * on an older one; `sequence` counts the events that receivers see. Timers stay apart from tasks: a task is work under way, of
 * which a charge has at most one, a timer is the hour at which it would expire.
 */
export class ExtendCharges1763800000000 implements MigrationInterface {
  readonly name = 'ExtendCharges1763800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE charges
        ADD COLUMN version int NOT NULL DEFAULT 1,
        ADD COLUMN dispute text CHECK (dispute IN ('open', 'won', 'lost')),
        ADD COLUMN end_to_end_id text,
        ADD COLUMN refunded_at timestamptz,
        ADD COLUMN voided_at timestamptz;

      ALTER TABLE charge_tasks ADD COLUMN operation json;

      CREATE TABLE charge_timers (
        charge_id uuid PRIMARY KEY,
        due_at timestamptz NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
      CREATE INDEX charge_timers_by_due_at ON charge_timers (due_at);
      INSERT INTO charge_timers (charge_id, due_at)
      SELECT id, expires_at FROM charges WHERE status = 'authorized';

      CREATE TABLE charge_refunds (
        id uuid PRIMARY KEY,
        charge_id uuid NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        reason text,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX charge_refunds_by_charge ON charge_refunds (charge_id, id);

      UPDATE charge_documents SET details = (details::jsonb || jsonb_build_object(
        'installments', details #> '{card,installments}', 'pix', NULL, 'boleto', NULL, 'splits', NULL,
        'billing_address', NULL, 'shipping_address', NULL))::json;

      DROP VIEW published_charges;
      CREATE VIEW published_charges AS
      SELECT c.id, c.merchant_id, c.submerchant_id, c.payment_link_id, c.payment_method, c.amount, c.shipping_amount,
             c.authorized_amount, c.captured_amount, c.refunded_amount, c.status, c.sequence, c.acquirer_name, c.external_id,
             c.authorization_code, c.nsu, c.end_to_end_id, c.failure_code, c.failure_message, c.authorized_at, c.captured_at,
             c.refunded_at, c.voided_at, c.expires_at, c.created_at, c.updated_at, d.details
      -- Every charge has its document. LEFT lets PostgreSQL leave the join out where a query wants only ids or a count.
      FROM charges c LEFT JOIN charge_documents d ON d.charge_id = c.id;

      CREATE VIEW published_refunds AS
      SELECT r.id, r.charge_id, c.merchant_id, r.amount, r.reason, r.created_at
      FROM charge_refunds r JOIN charges c ON c.id = r.charge_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_refunds, published_charges;
      CREATE VIEW published_charges AS
      SELECT c.id, c.merchant_id, c.submerchant_id, c.payment_link_id, c.payment_method, c.amount, c.shipping_amount,
             c.authorized_amount, c.captured_amount, c.refunded_amount, c.status, c.sequence, c.acquirer_name, c.external_id,
             c.authorization_code, c.nsu, c.failure_code, c.failure_message, c.authorized_at, c.captured_at, c.expires_at,
             c.created_at, c.updated_at, d.details
      FROM charges c LEFT JOIN charge_documents d ON d.charge_id = c.id;
      DROP TABLE charge_refunds, charge_timers;
      ALTER TABLE charge_tasks DROP COLUMN operation;
      ALTER TABLE charges DROP COLUMN version, DROP COLUMN dispute, DROP COLUMN end_to_end_id, DROP COLUMN refunded_at,
        DROP COLUMN voided_at;
    `);
  }
}
