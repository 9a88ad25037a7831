import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payment links. A use is taken and given back without touching an index; the constraints are the last word on how many there may be. The
 * timer looks only at what can still expire.
 */
export class CreatePaymentLinks1764500100000 implements MigrationInterface {
  readonly name = 'CreatePaymentLinks1764500100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment_links (
        id uuid PRIMARY KEY,
        merchant_id uuid NOT NULL,
        submerchant_id uuid,
        title text NOT NULL,
        description text,
        amount bigint NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        product_type text NOT NULL,
        allowed_payment_methods text[] NOT NULL CHECK (cardinality(allowed_payment_methods) > 0),
        max_installments int NOT NULL,
        expires_at timestamptz,
        max_uses int,
        current_uses int NOT NULL CHECK (current_uses >= 0 AND current_uses <= max_uses),
        status text NOT NULL CHECK (status IN ('active', 'inactive', 'expired', 'completed')),
        sequence int NOT NULL,
        outbox_id uuid NOT NULL,
        redirect_url text,
        cover_image_url text,
        metadata json,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      ) WITH (fillfactor = 70);
      CREATE INDEX payment_links_by_merchant ON payment_links (merchant_id, id);
      CREATE INDEX payment_links_by_status ON payment_links (merchant_id, status, id);
      CREATE INDEX payment_links_by_expiry ON payment_links (expires_at) WHERE status = 'active';

      CREATE VIEW published_payment_links AS
      SELECT id, merchant_id, submerchant_id, title, description, amount, currency, product_type, allowed_payment_methods,
             max_installments, expires_at, max_uses, current_uses, status, sequence, redirect_url, cover_image_url, metadata,
             created_by, created_at, updated_at
      FROM payment_links;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW published_payment_links; DROP TABLE payment_links;');
  }
}
