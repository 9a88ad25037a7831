import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a real acquirer keeps in its own house: how far each payment went, every operation on it, Pix codes and boletos, and what it is
 * going to tell. Charges refer to none of it.
 */
export class ExtendSandboxAcquirer1763800100000 implements MigrationInterface {
  readonly name = 'ExtendSandboxAcquirer1763800100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sandbox_authorizations
        ADD captured_amount bigint NOT NULL DEFAULT 0,
        ADD refunded_amount bigint NOT NULL DEFAULT 0,
        ADD voided boolean NOT NULL DEFAULT false,
        ADD charges_back boolean NOT NULL DEFAULT false,
        ADD CHECK (captured_amount <= amount),
        ADD CHECK (refunded_amount <= captured_amount);
      UPDATE sandbox_authorizations a SET captured_amount = c.captured_amount
      FROM charges c WHERE c.id = a.reference AND a.outcome = 'approved' AND c.captured_amount > 0;

      CREATE TABLE sandbox_payments (
        reference uuid PRIMARY KEY,
        method text NOT NULL,
        amount bigint NOT NULL,
        answer json NOT NULL,
        expires_at timestamptz,
        paid_at timestamptz,
        end_to_end_id text,
        captured_amount bigint NOT NULL DEFAULT 0 CHECK (captured_amount <= amount),
        refunded_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_amount <= captured_amount),
        voided boolean NOT NULL DEFAULT false
      ) WITH (fillfactor = 70);

      CREATE TABLE sandbox_operations (
        id uuid PRIMARY KEY,
        reference uuid NOT NULL,
        payment uuid NOT NULL,
        kind text NOT NULL,
        amount bigint NOT NULL,
        result json NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX sandbox_operations_by_reference ON sandbox_operations (reference);

      CREATE TABLE sandbox_notifications (
        id uuid PRIMARY KEY,
        reference uuid NOT NULL,
        kind text NOT NULL,
        due_at timestamptz NOT NULL,
        attempts int NOT NULL DEFAULT 0
      );
      CREATE INDEX sandbox_notifications_by_due_at ON sandbox_notifications (due_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sandbox_notifications, sandbox_operations, sandbox_payments;
      ALTER TABLE sandbox_authorizations DROP captured_amount, DROP refunded_amount, DROP voided,
        DROP charges_back;
    `);
  }
}
