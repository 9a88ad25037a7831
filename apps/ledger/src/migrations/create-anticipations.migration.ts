import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Anticipations with the receivables they take. A receivable is in one at most, but for those that came to nothing: the index says so,
 * whatever the code does.
 */
export class CreateAnticipations1764300300000 implements MigrationInterface {
  readonly name = 'CreateAnticipations1764300300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(AUTOMATIC);
    await runner.query(VIEWS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_anticipation_receivables, published_anticipations;
      DROP TABLE automatic_anticipations;
      DROP INDEX merchant_terms_automatic;
      ALTER TABLE merchant_terms DROP COLUMN status;
      DROP INDEX receivables_to_anticipate;
      DROP TABLE anticipation_items, anticipations;
    `);
  }
}

const TABLES = `
  CREATE TABLE anticipations (
    id uuid PRIMARY KEY,
    merchant_id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'approved', 'settled', 'rejected', 'canceled')),
    anticipation_type text NOT NULL CHECK (anticipation_type IN ('spot', 'automatic')),
    total_gross_amount bigint NOT NULL,
    total_fee_amount bigint NOT NULL CHECK (total_fee_amount >= 0),
    total_net_amount bigint NOT NULL CHECK (total_net_amount > 0),
    monthly_rate_bps int NOT NULL CHECK (monthly_rate_bps >= 0),
    last_settlement_date timestamptz NOT NULL,
    metadata jsonb,
    reviewed_at timestamptz,
    review_notes text,
    sequence int NOT NULL,
    outbox_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK (total_net_amount = total_gross_amount - total_fee_amount)
  );
  CREATE INDEX anticipations_by_merchant ON anticipations (merchant_id, id DESC);
  CREATE INDEX anticipations_by_status ON anticipations (merchant_id, status, id DESC);
  CREATE INDEX anticipations_by_type ON anticipations (merchant_id, anticipation_type, id DESC);
  CREATE INDEX anticipations_to_settle ON anticipations (last_settlement_date) WHERE status = 'approved';

  -- What a rejected or canceled anticipation had taken is released, and stays on record.
  CREATE TABLE anticipation_items (
    anticipation_id uuid NOT NULL REFERENCES anticipations,
    receivable_id uuid NOT NULL,
    net_amount bigint NOT NULL CHECK (net_amount > 0),
    fee_amount bigint NOT NULL CHECK (fee_amount >= 0 AND fee_amount < net_amount),
    days int NOT NULL CHECK (days > 0),
    is_released boolean NOT NULL DEFAULT false,
    PRIMARY KEY (anticipation_id, receivable_id)
  );
  CREATE UNIQUE INDEX anticipation_items_once ON anticipation_items (receivable_id) WHERE NOT is_released;

  -- What a merchant could have early, whatever else it has had.
  CREATE INDEX receivables_to_anticipate ON receivables (merchant_id, original_settlement_date, id) WHERE status = 'pending';
`;

const AUTOMATIC = `
  -- A merchant that is suspended is not paid early by itself. Until its next event one is taken for active, as all were before.
  ALTER TABLE merchant_terms ADD COLUMN status text NOT NULL DEFAULT 'active';
  CREATE INDEX merchant_terms_automatic ON merchant_terms (merchant_id)
    WHERE status = 'active' AND (anticipation ->> 'automatic_enabled')::boolean;

  -- The day up to which everything of a merchant was anticipated without being asked for.
  CREATE TABLE automatic_anticipations (merchant_id uuid PRIMARY KEY, day date NOT NULL);
`;

const VIEWS = `
  CREATE VIEW published_anticipations AS
  SELECT id, merchant_id, status, anticipation_type, total_gross_amount, total_fee_amount, total_net_amount, monthly_rate_bps,
         metadata, reviewed_at, review_notes, created_at, updated_at
  FROM anticipations;

  CREATE VIEW published_anticipation_receivables AS
  SELECT anticipation_id, receivable_id AS id, net_amount, fee_amount, days FROM anticipation_items;
`;
