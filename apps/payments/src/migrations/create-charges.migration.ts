import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A charge is a narrow row that changes and a wide document that does not. No index names `status` or another column that
 * changes, so that every transition stays on its page (HOT); due work waits in a small table of its own.
 */
export class CreateCharges1763740000000 implements MigrationInterface {
  readonly name = 'CreateCharges1763740000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE charges (
        id uuid PRIMARY KEY,
        merchant_id uuid NOT NULL,
        submerchant_id uuid,
        payment_link_id uuid,
        payment_method text NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        shipping_amount bigint NOT NULL CHECK (shipping_amount >= 0),
        authorized_amount bigint NOT NULL DEFAULT 0,
        captured_amount bigint NOT NULL DEFAULT 0 CHECK (captured_amount <= authorized_amount),
        refunded_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_amount <= captured_amount),
        status text NOT NULL,
        sequence int NOT NULL,
        outbox_id uuid NOT NULL,
        acquirer_name text,
        external_id text,
        authorization_code text,
        nsu text,
        failure_code text,
        failure_message text,
        authorized_at timestamptz,
        captured_at timestamptz,
        expires_at timestamptz,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      ) WITH (fillfactor = 50);
      CREATE INDEX charges_by_merchant ON charges (merchant_id, id DESC);

      CREATE TABLE charge_documents (
        charge_id uuid PRIMARY KEY,
        details json NOT NULL,
        terms json NOT NULL
      );

      CREATE TABLE charge_tasks (
        charge_id uuid PRIMARY KEY,
        kind text NOT NULL,
        due_at timestamptz NOT NULL,
        attempts int NOT NULL DEFAULT 0,
        cause json NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
      CREATE INDEX charge_tasks_by_due_at ON charge_tasks (due_at);

      CREATE TABLE sandbox_authorizations (
        id uuid PRIMARY KEY,
        reference uuid NOT NULL,
        amount bigint NOT NULL,
        outcome text NOT NULL,
        result json,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX sandbox_authorizations_by_reference ON sandbox_authorizations (reference);

      CREATE VIEW published_charges AS
      SELECT c.id, c.merchant_id, c.submerchant_id, c.payment_link_id, c.payment_method, c.amount, c.shipping_amount,
             c.authorized_amount, c.captured_amount, c.refunded_amount, c.status, c.sequence, c.acquirer_name, c.external_id,
             c.authorization_code, c.nsu, c.failure_code, c.failure_message, c.authorized_at, c.captured_at, c.expires_at,
             c.created_at, c.updated_at, d.details
      -- Every charge has its document. LEFT lets PostgreSQL leave the join out where a query wants only ids or a count.
      FROM charges c LEFT JOIN charge_documents d ON d.charge_id = c.id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_charges;
      DROP TABLE sandbox_authorizations, charge_tasks, charge_documents, charges;
    `);
  }
}
