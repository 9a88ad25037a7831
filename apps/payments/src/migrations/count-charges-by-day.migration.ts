import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts per day, so that the total of a range of dates is added up too and not counted through. A day is São Paulo's, whose plain dates
 * filters take, at the offset it has had since 2019: a fixed one, because a charge must count for the same day in all its life, whatever
 * becomes of time zones. The days of one owner lie scattered over the table, so their sum is read from the index alone, which has
 * the counts. The counts of all time stay: a sum of a few rows.
 */
export class CountChargesByDay1764000000000 implements MigrationInterface {
  readonly name = 'CountChargesByDay1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    // The lock keeps writers and folding out until the days are counted. Changes without a day are folded, so that none is left.
    await runner.query(`
      LOCK TABLE charge_count_changes IN ACCESS EXCLUSIVE MODE;
      WITH gone AS (
        DELETE FROM charge_count_changes RETURNING owner_id, merchant_id, payment_method, status, count
      )
      INSERT INTO charge_counts AS c (owner_id, merchant_id, payment_method, status, count)
      SELECT owner_id, merchant_id, payment_method, status, sum(count) FROM gone GROUP BY 1, 2, 3, 4
      ON CONFLICT (owner_id, merchant_id, payment_method, status) DO UPDATE SET count = c.count + excluded.count;
      ALTER TABLE charge_count_changes ADD COLUMN day date NOT NULL;

      CREATE FUNCTION charge_day(created_at timestamptz) RETURNS date
      IMMUTABLE PARALLEL SAFE RETURN (created_at AT TIME ZONE 'UTC' - interval '3 hours')::date;

      CREATE TABLE charge_day_counts (
        owner_id uuid NOT NULL,
        merchant_id uuid NOT NULL,
        payment_method text NOT NULL,
        status text NOT NULL,
        day date NOT NULL,
        count bigint NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
              autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);
      INSERT INTO charge_day_counts (owner_id, merchant_id, payment_method, status, day, count)
      SELECT owner.id, c.merchant_id, c.payment_method, c.status, charge_day(c.created_at), count(*)
      FROM charges c CROSS JOIN unnest(ARRAY[c.merchant_id, c.submerchant_id]) AS owner (id)
      WHERE owner.id IS NOT NULL
      GROUP BY 1, 2, 3, 4, 5;
      ALTER TABLE charge_day_counts
        ADD PRIMARY KEY (owner_id, merchant_id, payment_method, status, day) INCLUDE (count);

      CREATE VIEW published_charge_day_counts AS
      SELECT owner_id, merchant_id, payment_method, status, day, count FROM charge_day_counts
      UNION ALL
      SELECT owner_id, merchant_id, payment_method, status, day, count FROM charge_count_changes;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_charge_day_counts;
      DROP TABLE charge_day_counts;
      DROP FUNCTION charge_day;
      ALTER TABLE charge_count_changes DROP COLUMN day;
    `);
  }
}
