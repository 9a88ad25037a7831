import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Withdrawals with what is still to be done for them, transaction PINs, and the book that the sandbox's bank keeps in a house of its own. What
 * may be seen of a destination is in `withdrawals`; all of it, encrypted, is in the task, and goes with it when the withdrawal has ended.
 */
export class CreateWithdrawals1764300400000 implements MigrationInterface {
  readonly name = 'CreateWithdrawals1764300400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WITHDRAWALS);
    await runner.query(LISTS);
    await runner.query(`
      -- A hash of argon2id with the parameters it was made with. The pepper is in no database.
      CREATE TABLE transaction_pins (
        merchant_id uuid PRIMARY KEY,
        id uuid NOT NULL,
        hash bytea NOT NULL,
        salt bytea NOT NULL,
        memory_kib int NOT NULL,
        passes int NOT NULL,
        parallelism int NOT NULL,
        failures smallint NOT NULL DEFAULT 0,
        locked_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      ) WITH (fillfactor = 50);

      -- Nothing is unique but the rows' own ids: whoever pays twice is seen to.
      CREATE TABLE sandbox_payouts (
        id uuid PRIMARY KEY,
        reference uuid NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        result json NOT NULL,
        made_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX sandbox_payouts_by_reference ON sandbox_payouts (reference, id);

      -- What somebody has told the sandbox's bank to do with a payment to come.
      CREATE TABLE sandbox_payout_orders (
        reference uuid PRIMARY KEY,
        outcome text NOT NULL CHECK (outcome IN ('paid', 'refused'))
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_withdrawal_counts, published_withdrawal_listings, published_withdrawals;
      DROP TABLE sandbox_payout_orders, sandbox_payouts, transaction_pins, withdrawal_counts, withdrawal_listings, withdrawal_tasks,
        withdrawals;
    `);
  }
}

const WITHDRAWALS = `
  CREATE TABLE withdrawals (
    id uuid PRIMARY KEY,
    merchant_id uuid NOT NULL,
    submerchant_id uuid,
    wallet_id uuid NOT NULL,
    type text NOT NULL CHECK (type IN ('pix', 'ted', 'crypto')),
    amount bigint NOT NULL,
    fee bigint NOT NULL CHECK (fee >= 0),
    status text NOT NULL,
    sequence int NOT NULL,
    version int NOT NULL,
    outbox_id uuid NOT NULL,
    acquirer_name text NOT NULL,
    external_id text,
    recipient_id text NOT NULL,
    -- As they were made, to the letter: an answer that is given again is the same. jsonb would put them in an order of its own.
    recipient_snapshot json NOT NULL,
    failure_reason text,
    processed_at timestamptz,
    completed_at timestamptz,
    failed_at timestamptz,
    metadata json,
    idempotency_key text NOT NULL,
    fingerprint text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    -- For ever: the merchant's own word for a withdrawal is never used twice.
    CONSTRAINT withdrawals_idempotency_key_once UNIQUE (merchant_id, idempotency_key),
    CHECK (amount > fee)
  ) WITH (fillfactor = 50);
  CREATE INDEX withdrawals_by_merchant ON withdrawals (merchant_id, id DESC);

  -- What is left to do when the process that should do it dies. What waits for somebody's word is due never.
  CREATE TABLE withdrawal_tasks (
    withdrawal_id uuid PRIMARY KEY,
    due_at timestamptz NOT NULL,
    may_be_asked boolean NOT NULL DEFAULT false,
    attempts int NOT NULL DEFAULT 0,
    destination bytea NOT NULL,
    cause json NOT NULL,
    request json
  ) WITH (fillfactor = 50);
  CREATE INDEX withdrawal_tasks_due ON withdrawal_tasks (due_at);

  CREATE VIEW published_withdrawals AS
  SELECT id, merchant_id, submerchant_id, wallet_id, type, acquirer_name, external_id, amount, fee, status, recipient_id,
         recipient_snapshot, failure_reason, processed_at, completed_at, failed_at, metadata, idempotency_key, created_at, updated_at
  FROM withdrawals;
`;

/**
 * What keeps lists fast however long the history is: ids in order for each owner, type and status, and counts. Each connection counts in a slot
 * of its own, so that few of a merchant's writers wait for one another.
 */
const LISTS = `
  CREATE TABLE withdrawal_listings (
    owner_id uuid NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    withdrawal_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (owner_id, type, status, withdrawal_id) INCLUDE (created_at)
  );

  CREATE TABLE withdrawal_counts (
    owner_id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    slot int NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (owner_id, merchant_id, type, status, slot)
  ) WITH (fillfactor = 50);

  CREATE VIEW published_withdrawal_listings AS
  SELECT owner_id, type, status, withdrawal_id AS id, created_at FROM withdrawal_listings;

  CREATE VIEW published_withdrawal_counts AS
  SELECT owner_id, merchant_id, type, status, count FROM withdrawal_counts;
`;
