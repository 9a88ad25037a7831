import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of an owner: of the merchant all receivables, of a submerchant its own. */
const OWNERS = `CROSS JOIN unnest(ARRAY[r.merchant_id, r.submerchant_id]) AS owner (id) WHERE owner.id IS NOT NULL`;
const AMOUNTS = 'count(*), sum(gross_amount), sum(fee_amount), sum(net_amount)';

/**
 * What keeps statements and lists of receivables fast however long the history is.
 *
 * An entry of a statement is numbered among those of its reference type and direction: the difference of two numbers is a count. Lists of
 * receivables are read by index, in the order of ids within each payment method and status, or also within each day of settlement; what
 * they add up to is kept by changes that are folded behind the writers, as the counts of charges are.
 */
export class ReadLedger1764300600000 implements MigrationInterface {
  readonly name = 'ReadLedger1764300600000';

  async up(runner: QueryRunner): Promise<void> {
    await this.#numberStatements(runner);
    await this.#listReceivables(runner);
    await this.#sumUpReceivables(runner);
  }

  async #numberStatements(runner: QueryRunner): Promise<void> {
    // Entries on available balances from before there were statements get what theirs would have said: all were settlements.
    await runner.query(`
      ALTER TABLE entries ADD COLUMN reference_version bigint;
      ALTER TABLE entries DISABLE TRIGGER append_only;
      UPDATE entries e
      SET wallet_entry_id = coalesce(e.wallet_entry_id, uuidv7()), reference_type = said.reference_type,
          reference_id = said.reference_id, description = said.description, recorded_at = said.recorded_at,
          reference_version = said.reference_version
      FROM (
        SELECT transaction_id, line, reference_type, reference_id, description,
               max(recorded_at) OVER (PARTITION BY account_id ORDER BY version) AS recorded_at,
               row_number() OVER (PARTITION BY account_id, reference_type, amount > 0 ORDER BY version) AS reference_version
        FROM (
          SELECT e.transaction_id, e.line, e.account_id, e.version, e.amount,
                 coalesce(e.reference_type, 'charge') AS reference_type,
                 coalesce(e.reference_id, t.reference_id) AS reference_id,
                 coalesce(e.description, 'Settlement of installment ' || coalesce(r.installment, 1)) AS description,
                 coalesce(e.recorded_at, t.posted_at) AS recorded_at
          FROM entries e
          JOIN accounts a ON a.id = e.account_id AND a.kind = 'available'
          JOIN transactions t ON t.id = e.transaction_id
          LEFT JOIN receivables r ON r.id = e.receivable_id
        ) AS entry
      ) AS said
      WHERE e.transaction_id = said.transaction_id AND e.line = said.line;
      ALTER TABLE entries ENABLE TRIGGER append_only;
      ALTER TABLE entries ADD CHECK ((reference_version IS NULL) = (reference_type IS NULL));
      CREATE INDEX entries_by_reference ON entries (account_id, reference_type, (amount > 0), version)
        WHERE reference_type IS NOT NULL;

      -- Entries count from 1 without a gap, so the version of the account says how many there are.
      CREATE VIEW published_wallet_statements AS
      SELECT a.wallet_id, w.merchant_id, a.id AS account_id, a.version AS entries
      FROM accounts a JOIN wallets w ON w.id = a.wallet_id
      WHERE a.kind = 'available';

      -- LEFT lets PostgreSQL leave the join out where a query does not ask for the wallet.
      CREATE VIEW published_wallet_entries AS
      SELECT e.wallet_entry_id AS id, a.wallet_id, e.amount, e.balance_after, e.reference_type, e.reference_id, e.description,
             e.recorded_at AS created_at, e.account_id, e.version, e.amount > 0 AS is_credit, e.reference_version
      FROM entries e LEFT JOIN accounts a ON a.id = e.account_id
      WHERE e.reference_type IS NOT NULL;
    `);
  }

  async #listReceivables(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX receivables_by_merchant;
      CREATE INDEX receivables_of_merchant ON receivables (merchant_id, payment_method, status, id) INCLUDE (settlement_date);
      CREATE INDEX receivables_of_merchant_by_day ON receivables (merchant_id, settlement_date, payment_method, status, id);
      CREATE INDEX receivables_of_submerchant ON receivables (submerchant_id, payment_method, status, id)
        INCLUDE (settlement_date) WHERE submerchant_id IS NOT NULL;
      CREATE INDEX receivables_of_submerchant_by_day
        ON receivables (submerchant_id, settlement_date, payment_method, status, id) WHERE submerchant_id IS NOT NULL;

      CREATE VIEW published_receivable_listings AS
      SELECT merchant_id AS owner_id, payment_method, status, id, settlement_date FROM receivables;
      CREATE VIEW published_submerchant_receivable_listings AS
      SELECT submerchant_id AS owner_id, payment_method, status, id, settlement_date FROM receivables;
    `);
  }

  async #sumUpReceivables(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE receivable_sums (
        owner_id uuid NOT NULL,
        merchant_id uuid NOT NULL,
        payment_method text NOT NULL,
        status text NOT NULL,
        count bigint NOT NULL,
        gross_amount bigint NOT NULL,
        fee_amount bigint NOT NULL,
        net_amount bigint NOT NULL,
        PRIMARY KEY (owner_id, merchant_id, payment_method, status)
      ) WITH (fillfactor = 50);
      INSERT INTO receivable_sums
      SELECT owner.id, r.merchant_id, r.payment_method, r.status, ${AMOUNTS} FROM receivables r ${OWNERS}
      GROUP BY 1, 2, 3, 4;

      CREATE TABLE receivable_day_sums (
        owner_id uuid NOT NULL,
        merchant_id uuid NOT NULL,
        settlement_date timestamptz NOT NULL,
        payment_method text NOT NULL,
        status text NOT NULL,
        count bigint NOT NULL,
        gross_amount bigint NOT NULL,
        fee_amount bigint NOT NULL,
        net_amount bigint NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
              autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);
      INSERT INTO receivable_day_sums
      SELECT owner.id, r.merchant_id, r.settlement_date, r.payment_method, r.status, ${AMOUNTS} FROM receivables r ${OWNERS}
      GROUP BY 1, 2, 3, 4, 5;
      -- The days of one owner lie scattered over the table: their sums are read from the index alone.
      ALTER TABLE receivable_day_sums
        ADD PRIMARY KEY (owner_id, merchant_id, settlement_date, payment_method, status)
        INCLUDE (count, gross_amount, fee_amount, net_amount);

      CREATE TABLE receivable_sum_changes (LIKE receivable_day_sums)
        WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
      CREATE INDEX receivable_sum_changes_by_owner ON receivable_sum_changes (owner_id);

      CREATE VIEW published_receivable_sums AS
      SELECT owner_id, merchant_id, payment_method, status, count, gross_amount, fee_amount, net_amount FROM receivable_sums
      UNION ALL
      SELECT owner_id, merchant_id, payment_method, status, count, gross_amount, fee_amount, net_amount
      FROM receivable_sum_changes;

      CREATE VIEW published_receivable_day_sums AS
      SELECT * FROM receivable_day_sums UNION ALL SELECT * FROM receivable_sum_changes;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_receivable_day_sums, published_receivable_sums, published_submerchant_receivable_listings,
        published_receivable_listings, published_wallet_entries, published_wallet_statements;
      DROP TABLE receivable_sum_changes, receivable_day_sums, receivable_sums;
      DROP INDEX receivables_of_merchant, receivables_of_merchant_by_day, receivables_of_submerchant,
        receivables_of_submerchant_by_day;
      CREATE INDEX receivables_by_merchant ON receivables (merchant_id, id DESC);
      DROP INDEX entries_by_reference;
      ALTER TABLE entries DROP COLUMN reference_version;
    `);
  }
}
