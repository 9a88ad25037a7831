import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensurePartitions } from './ensure-partitions.js';

/**
 * An event may be of a week that has no partition yet, because somebody's clock is wrong: its rows are in the default partitions, and a
 * partition whose rows are elsewhere cannot be made. So what is there of a week moves in when its partitions are made.
 */
export class AdoptStrayRows1764400430000 implements MigrationInterface {
  readonly name = 'AdoptStrayRows1764400430000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENSURE_PARTITIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ensurePartitions(['events', 'deliveries', 'delivery_listings', 'delivery_counts']));
  }
}

/**
 * A partition is filled before it is attached, and rows are moved between the tables that hold them, never by their parents: the triggers of
 * `deliveries` would count and list them again. Nobody may write into the default partitions meanwhile; others wait behind whoever waits for
 * that, so it does not wait long. All locks are taken at once, and in one order with those who drop a week: parents first.
 *
 * Instances that do the same at the same moment do wait for each other.
 */
const ENSURE_PARTITIONS = `
  CREATE OR REPLACE FUNCTION ensure_partitions(from_time timestamptz, until_time timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = 0 AS $$
  DECLARE
    week CONSTANT interval := interval '168 hours';
    start timestamptz := date_trunc('week', from_time, 'UTC');
    parent text;
    partition text;
    cut_by text;
    lower_bound text;
    upper_bound text;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext(current_schema() || '.ensure_partitions'));
    PERFORM set_config('lock_timeout', '500ms', true);
    WHILE start <= until_time LOOP
      FOREACH parent IN ARRAY ARRAY['events', 'deliveries', 'delivery_listings', 'delivery_counts'] LOOP
        partition := parent || '_' || to_char(start AT TIME ZONE 'UTC', 'IYYY"w"IW');
        CONTINUE WHEN to_regclass(partition) IS NOT NULL;

        LOCK TABLE ONLY events, ONLY deliveries, ONLY delivery_listings, ONLY delivery_counts IN SHARE UPDATE EXCLUSIVE MODE;
        LOCK TABLE events_elsewhen, deliveries_elsewhen, delivery_listings_elsewhen, delivery_counts_elsewhen IN ACCESS EXCLUSIVE MODE;

        IF parent = 'delivery_counts' THEN
          cut_by := 'week';
          lower_bound := (start AT TIME ZONE 'UTC')::date;
          upper_bound := ((start + week) AT TIME ZONE 'UTC')::date;
        ELSE
          cut_by := CASE parent WHEN 'delivery_listings' THEN 'delivery_id' ELSE 'id' END;
          lower_bound := first_uuid_at(start);
          upper_bound := first_uuid_at(start + week);
        END IF;

        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) WITH (%s)', partition, parent,
          CASE parent
            -- Bodies stay in their rows.
            WHEN 'events' THEN 'toast_tuple_target = 8160'
            WHEN 'delivery_listings' THEN 'fillfactor = 100'
            -- Room beside rows for their next version.
            ELSE 'fillfactor = 50' END);
        EXECUTE format(
          'WITH stray AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM stray',
          parent || '_elsewhen', cut_by, lower_bound, cut_by, upper_bound, partition);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          parent, partition, lower_bound, upper_bound);
      END LOOP;
      start := start + week;
    END LOOP;
  END $$;
`;
