import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Old weeks are dropped by the running service. It has no right to drop tables, so a function of the schema's owner does it, which drops
 * one week, the oldest, and never one that is not older than the shortest retention there is, whatever it is told.
 */
export class RetainPostbacks1764400420000 implements MigrationInterface {
  readonly name = 'RetainPostbacks1764400420000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_OLDEST_WEEK);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION drop_oldest_week(timestamptz)');
  }
}

/**
 * To drop a partition is to lock its parent against everybody: who comes while this waits for that waits too, so it does not wait long.
 * The advisory lock is that of folding counts: none of the week's counts is then on its way from the changes.
 */
const DROP_OLDEST_WEEK = `
  CREATE FUNCTION drop_oldest_week(kept_since timestamptz) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '500ms' AS $$
  DECLARE
    oldest text;
    first_day date;
    parent text;
  BEGIN
    SELECT right(min(c.relname), 7) INTO oldest
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'events'::regclass AND c.relname ~ '^events_[0-9]{4}w[0-9]{2}$';
    first_day := to_date(oldest, 'IYYY"w"IW');
    IF oldest IS NULL OR (first_day + 7)::timestamp AT TIME ZONE 'UTC' > least(kept_since, now() - interval '30 days') THEN
      RETURN false;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(current_schema() || '.delivery_count_changes', 0));
    LOCK TABLE ONLY events, ONLY deliveries, ONLY delivery_listings, ONLY delivery_counts IN ACCESS EXCLUSIVE MODE;
    DELETE FROM delivery_count_changes WHERE week = first_day;
    FOREACH parent IN ARRAY ARRAY['events', 'deliveries', 'delivery_listings', 'delivery_counts'] LOOP
      EXECUTE format('DROP TABLE %I', parent || '_' || oldest);
    END LOOP;
    RETURN true;
  END $$;

  -- Who else may see this schema may not do this.
  REVOKE ALL ON FUNCTION drop_oldest_week(timestamptz) FROM PUBLIC;
  DO $$ BEGIN
    EXECUTE format('GRANT EXECUTE ON FUNCTION drop_oldest_week(timestamptz) TO %I', current_schema());
  END $$;
`;
