import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of transactions that are in the journal already: so many share a row of the queue. */
const QUEUED_TOGETHER = 500;

/**
 * The hash chain over the journal with the queue that feeds it, what checks of the ledger found, and adjustments by hand.
 *
 * The queue is filled by a trigger: whoever posts cannot forget it, an instance of an earlier version included. Its rows are short-lived and
 * hold the ids of a whole batch, so that posting pays for one narrow row without an index.
 */
export class ChainJournal1764300500000 implements MigrationInterface {
  readonly name = 'ChainJournal1764300500000';

  async up(runner: QueryRunner): Promise<void> {
    await this.#chain(runner);
    await runner.query(`
      -- Checks that operators asked for. A row is a task until it is finished; its lease is over when its worker is dead.
      CREATE TABLE ledger_checks (
        id uuid PRIMARY KEY,
        requested_by text NOT NULL,
        requested_at timestamptz NOT NULL DEFAULT now(),
        leased_until timestamptz,
        finished_at timestamptz,
        report json,
        CHECK ((finished_at IS NULL) = (report IS NULL))
      );
      CREATE VIEW published_ledger_checks AS SELECT id, requested_at, finished_at, report FROM ledger_checks;

      -- How far the light check has followed the chain: one row.
      CREATE TABLE chain_watch (
        id boolean PRIMARY KEY DEFAULT true CHECK (id),
        position bigint NOT NULL DEFAULT 0,
        hash bytea,
        checked_at timestamptz NOT NULL DEFAULT now(),
        violations bigint NOT NULL DEFAULT 0,
        CHECK ((position = 0) = (hash IS NULL))
      );
      INSERT INTO chain_watch DEFAULT VALUES;

      CREATE TABLE adjustments (
        id uuid PRIMARY KEY,
        wallet_id uuid NOT NULL REFERENCES wallets,
        direction text NOT NULL CHECK (direction IN ('credit', 'debit')),
        amount bigint NOT NULL CHECK (amount > 0),
        description text NOT NULL,
        operator text NOT NULL,
        audit_call_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON adjustments
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
    `);
  }

  async #chain(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE journal_chain (
        position bigint PRIMARY KEY CHECK (position > 0),
        transaction_id uuid NOT NULL UNIQUE,
        hash bytea NOT NULL CHECK (octet_length(hash) = 32)
      );
      CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_chain
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();

      -- Rows live for a second. Up to a page they stay whole and in their place, as ids compress badly. Emptied pages are kept: giving them
      -- back would lock out who posts.
      CREATE TABLE unchained_transactions (transaction_ids uuid[] STORAGE EXTERNAL NOT NULL)
        WITH (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = false);

      CREATE FUNCTION queue_for_chain() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO unchained_transactions (transaction_ids) SELECT array_agg(id) FROM added HAVING count(*) > 0;
        RETURN NULL;
      END $$;
      CREATE TRIGGER chained AFTER INSERT ON transactions REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION queue_for_chain();

      INSERT INTO unchained_transactions (transaction_ids)
      SELECT array_agg(id ORDER BY number)
      FROM (SELECT id, row_number() OVER (ORDER BY posted_at, id) - 1 AS number FROM transactions) AS existing
      GROUP BY number / ${QUEUED_TOGETHER}
      ORDER BY number / ${QUEUED_TOGETHER};
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_ledger_checks;
      DROP TABLE adjustments, chain_watch, ledger_checks, unchained_transactions, journal_chain;
      DROP TRIGGER chained ON transactions;
      DROP FUNCTION queue_for_chain;
      UPDATE accounts SET balance = 0, version = 0 WHERE wallet_id IS NULL;
    `);
  }
}
