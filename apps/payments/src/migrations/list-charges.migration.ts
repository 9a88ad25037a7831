import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What keeps a list of charges fast however long the history is. `charges` itself can have no index that names `status`, so ids wait in
 * order in a narrow table of their own, once for the merchant and once for the submerchant. Exact counts are sums: writers only ever
 * add changes, so that none waits for another, and the changes are folded into the counts behind them.
 */
export class ListCharges1763900000000 implements MigrationInterface {
  readonly name = 'ListCharges1763900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE charge_listings (
        owner_id uuid NOT NULL,
        payment_method text NOT NULL,
        status text NOT NULL,
        charge_id uuid NOT NULL,
        created_at timestamptz NOT NULL
      );
      INSERT INTO charge_listings (owner_id, payment_method, status, charge_id, created_at)
      SELECT owner.id, c.payment_method, c.status, c.id, c.created_at
      FROM charges c CROSS JOIN unnest(ARRAY[c.merchant_id, c.submerchant_id]) AS owner (id)
      WHERE owner.id IS NOT NULL;
      ALTER TABLE charge_listings
        ADD PRIMARY KEY (owner_id, payment_method, status, charge_id) INCLUDE (created_at);

      CREATE TABLE charge_counts (
        owner_id uuid NOT NULL,
        merchant_id uuid NOT NULL,
        payment_method text NOT NULL,
        status text NOT NULL,
        count bigint NOT NULL,
        PRIMARY KEY (owner_id, merchant_id, payment_method, status)
      ) WITH (fillfactor = 50);
      INSERT INTO charge_counts (owner_id, merchant_id, payment_method, status, count)
      SELECT owner.id, c.merchant_id, c.payment_method, c.status, count(*)
      FROM charges c CROSS JOIN unnest(ARRAY[c.merchant_id, c.submerchant_id]) AS owner (id)
      WHERE owner.id IS NOT NULL
      GROUP BY owner.id, c.merchant_id, c.payment_method, c.status;

      CREATE TABLE charge_count_changes (
        owner_id uuid NOT NULL,
        merchant_id uuid NOT NULL,
        payment_method text NOT NULL,
        status text NOT NULL,
        count bigint NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
      CREATE INDEX charge_count_changes_by_owner ON charge_count_changes (owner_id);

      CREATE VIEW published_charge_listings AS
      SELECT owner_id, payment_method, status, charge_id AS id, created_at FROM charge_listings;

      CREATE VIEW published_charge_counts AS
      SELECT owner_id, merchant_id, payment_method, status, count FROM charge_counts
      UNION ALL
      SELECT owner_id, merchant_id, payment_method, status, count FROM charge_count_changes;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_charge_counts, published_charge_listings;
      DROP TABLE charge_count_changes, charge_counts, charge_listings;
    `);
  }
}
