import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ensurePartitions } from './ensure-partitions.js';

/**
 * What keeps the log of deliveries fast however long it is. `deliveries` itself can have no index that names `status`, so ids wait in order
 * in a narrow table of their own; those of pending deliveries, most of which are so for a few milliseconds, in an index of what is due.
 * Exact totals are sums: writers only ever add changes, so that none waits for another, and the changes are folded into the counts behind
 * them.
 *
 * Triggers keep both, so that no writer can forget to. They run once per statement, not per row, and their statements are planned once per
 * session: measured, they cost half of what the same statements do beside the writer's, and no more than two indexes on `deliveries` would.
 */
export class LogDeliveries1764400400000 implements MigrationInterface {
  readonly name = 'LogDeliveries1764400400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PENDING);
    await runner.query(TABLES);
    await runner.query(ensurePartitions(['events', 'deliveries', ...LOG]));
    await runner.query(`
      ${LOG.map((table) => `CREATE TABLE ${table}_elsewhen PARTITION OF ${table} DEFAULT;`).join('\n')}
      -- For the weeks that deliveries have.
      SELECT ensure_partitions(
        to_date(right(min(relname), 7), 'IYYY"w"IW')::timestamp AT TIME ZONE 'UTC',
        to_date(right(max(relname), 7), 'IYYY"w"IW')::timestamp AT TIME ZONE 'UTC')
      FROM pg_class
      WHERE relname ~ '^deliveries_[0-9]{4}w[0-9]{2}$' AND relkind = 'r' AND relnamespace = current_schema()::regnamespace;
    `);
    await runner.query(BACKFILL);
    await runner.query(TRIGGERS);
    await runner.query(VIEWS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_postback_deliveries, published_postback_delivery_listings, published_postback_delivery_counts;
      DROP TRIGGER log_made ON deliveries;
      DROP TRIGGER log_moved ON deliveries;
      DROP TRIGGER log_gone ON deliveries;
      DROP FUNCTION log_deliveries();
      DROP TABLE delivery_count_changes, ${LOG.join(', ')};
      DROP FUNCTION delivery_week(uuid), delivery_day(uuid);
      ALTER TABLE due_deliveries DROP COLUMN event;
    `);
    await runner.query(ensurePartitions(['events', 'deliveries']));
  }
}

const LOG = ['delivery_listings', 'delivery_counts'] as const;

/** A delivery is pending exactly while it is due and was not attempted since it was queued. */
const PENDING = `
  ALTER TABLE due_deliveries ADD COLUMN event text;
  UPDATE due_deliveries due SET event = d.event FROM deliveries d WHERE d.id = due.delivery_id;
  ALTER TABLE due_deliveries ALTER COLUMN event SET NOT NULL;
  CREATE INDEX due_deliveries_pending ON due_deliveries (endpoint_id, event, delivery_id) WHERE attempt_count = 0;
`;

/**
 * All of it is cut by the weeks of deliveries, and goes with them. A day is São Paulo's, whose plain dates filters take, at the offset it
 * has had since 2019; weeks begin at midnight UTC, so that a day may belong to two.
 */
const TABLES = `
  CREATE FUNCTION delivery_week(delivery_id uuid) RETURNS date
  IMMUTABLE PARALLEL SAFE RETURN date_trunc('week', uuid_extract_timestamp(delivery_id) AT TIME ZONE 'UTC')::date;

  CREATE FUNCTION delivery_day(delivery_id uuid) RETURNS date
  IMMUTABLE PARALLEL SAFE RETURN (uuid_extract_timestamp(delivery_id) AT TIME ZONE 'UTC' - interval '3 hours')::date;

  CREATE TABLE delivery_listings (
    endpoint_id uuid NOT NULL,
    event text NOT NULL,
    status text NOT NULL CHECK (status <> 'pending'),
    delivery_id uuid NOT NULL
  ) PARTITION BY RANGE (delivery_id);

  CREATE TABLE delivery_counts (
    merchant_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event text NOT NULL,
    status text NOT NULL,
    week date NOT NULL,
    day date NOT NULL,
    count bigint NOT NULL
  ) PARTITION BY RANGE (week);

  CREATE TABLE delivery_count_changes (
    merchant_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event text NOT NULL,
    status text NOT NULL,
    week date NOT NULL,
    day date NOT NULL,
    count bigint NOT NULL
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
  CREATE INDEX delivery_count_changes_by_merchant ON delivery_count_changes (merchant_id);
`;

const BACKFILL = `
  LOCK TABLE deliveries IN SHARE MODE;
  INSERT INTO delivery_listings (endpoint_id, event, status, delivery_id)
  SELECT endpoint_id, event, status, id FROM deliveries WHERE status <> 'pending';
  ALTER TABLE delivery_listings ADD PRIMARY KEY (endpoint_id, event, status, delivery_id);

  INSERT INTO delivery_counts (merchant_id, endpoint_id, event, status, week, day, count)
  SELECT merchant_id, endpoint_id, event, status, delivery_week(id), delivery_day(id), count(*) FROM deliveries GROUP BY 1, 2, 3, 4, 5, 6;
  ALTER TABLE delivery_counts ADD PRIMARY KEY (merchant_id, endpoint_id, event, status, day, week) INCLUDE (count);
`;

/**
 * The plan of a statement is kept for the session, perhaps since its table was empty: so it is made to go by index, row by row. Nothing is
 * unlisted in the ordinary case, in which a pending delivery is delivered.
 */
const TRIGGERS = `
  CREATE FUNCTION log_deliveries() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT
  SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      IF EXISTS (SELECT FROM was WHERE status <> 'pending') THEN
        DELETE FROM delivery_listings l USING was
        WHERE l.endpoint_id = was.endpoint_id AND l.event = was.event AND l.status = was.status AND l.delivery_id = was.id;
      END IF;
      INSERT INTO delivery_count_changes (merchant_id, endpoint_id, event, status, week, day, count)
      SELECT merchant_id, endpoint_id, event, status, delivery_week(id), delivery_day(id), -count(*) FROM was GROUP BY 1, 2, 3, 4, 5, 6;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      INSERT INTO delivery_listings (endpoint_id, event, status, delivery_id)
      SELECT endpoint_id, event, status, id FROM became WHERE status <> 'pending';
      INSERT INTO delivery_count_changes (merchant_id, endpoint_id, event, status, week, day, count)
      SELECT merchant_id, endpoint_id, event, status, delivery_week(id), delivery_day(id), count(*) FROM became GROUP BY 1, 2, 3, 4, 5, 6;
    END IF;
    RETURN NULL;
  END $$;

  CREATE TRIGGER log_made AFTER INSERT ON deliveries REFERENCING NEW TABLE AS became
  FOR EACH STATEMENT EXECUTE FUNCTION log_deliveries();
  CREATE TRIGGER log_moved AFTER UPDATE ON deliveries REFERENCING OLD TABLE AS was NEW TABLE AS became
  FOR EACH STATEMENT EXECUTE FUNCTION log_deliveries();
  CREATE TRIGGER log_gone AFTER DELETE ON deliveries REFERENCING OLD TABLE AS was
  FOR EACH STATEMENT EXECUTE FUNCTION log_deliveries();
`;

/** A delivery dates from its event, whose time is in its id: so the order of ids is that of time, and a range of time one of ids. */
const VIEWS = `
  CREATE VIEW published_postback_deliveries AS
  SELECT id, merchant_id, endpoint_id, event, event_id, resource_id, status, attempt_count, next_attempt_at, delivered_at,
         uuid_extract_timestamp(id) AS created_at, attempts
  FROM deliveries;

  CREATE VIEW published_postback_delivery_listings AS
  SELECT endpoint_id, event, status, delivery_id AS id FROM delivery_listings
  UNION ALL
  SELECT endpoint_id, event, 'pending', delivery_id FROM due_deliveries WHERE attempt_count = 0;

  CREATE VIEW published_postback_delivery_counts AS
  SELECT merchant_id, endpoint_id, event, status, day, count FROM delivery_counts
  UNION ALL
  SELECT merchant_id, endpoint_id, event, status, day, count FROM delivery_count_changes;
`;
