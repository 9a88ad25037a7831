import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Postback endpoints, the events they are to hear, the deliveries of these and what of them is due. */
export class CreatePostbacks1763740400000 implements MigrationInterface {
  readonly name = 'CreatePostbacks1763740400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENDPOINTS);
    await runner.query(DELIVERIES);
    await runner.query(PARTITIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_postback_endpoints;
      DROP TABLE due_deliveries, deliveries, events, postback_endpoints, directory_version;
      DROP FUNCTION next_directory_version(), ensure_partitions(timestamptz, timestamptz), first_uuid_at(timestamptz);
    `);
  }
}

/**
 * Every instance keeps endpoints in memory and asks for one number to learn whether one changed. A trigger counts it up, so that
 * no writer can forget to; the counter's row is locked until the commit, so that numbers become visible in order.
 */
const ENDPOINTS = `
  CREATE TABLE postback_endpoints (
    id uuid PRIMARY KEY,
    merchant_id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL CHECK (cardinality(events) > 0),
    status text NOT NULL CHECK (status IN ('active', 'inactive', 'disabled')),
    disabled_reason text,
    disabled_at timestamptz,
    sealed_secret bytea NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK ((status = 'disabled') = (disabled_at IS NOT NULL) AND (status = 'disabled') = (disabled_reason IS NOT NULL))
  );
  CREATE INDEX postback_endpoints_by_merchant ON postback_endpoints (merchant_id, id DESC);

  CREATE TABLE directory_version (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    version bigint NOT NULL
  );
  INSERT INTO directory_version (version) VALUES (1);

  CREATE FUNCTION next_directory_version() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS
  $$ BEGIN UPDATE directory_version SET version = version + 1; RETURN NULL; END $$;

  CREATE TRIGGER postback_endpoints_directory_version
  AFTER INSERT OR UPDATE OR DELETE ON postback_endpoints
  FOR EACH STATEMENT EXECUTE FUNCTION next_directory_version();

  CREATE VIEW published_postback_endpoints AS
  SELECT id, merchant_id, url, events, status, created_at, updated_at FROM postback_endpoints;
`;

/**
 * events and deliveries grow without end, so they are cut by week and old weeks are dropped. They are cut by their own ids, which
 * are UUIDv7 and begin with the time: so the id alone is the primary key, and the only index. No foreign keys: locking an
 * endpoint's row for each of its deliveries would cost more than all the rest.
 *
 * due_deliveries holds what still has to be done: a row lives from the event to the end of its delivery, in the ordinary case some
 * milliseconds. available_at is when anyone may take it: the time of the next attempt, or, while leased, the end of the lease.
 */
const DELIVERIES = `
  CREATE TABLE events (
    id uuid PRIMARY KEY,
    merchant_id uuid NOT NULL,
    event text NOT NULL,
    resource_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  -- Compressing a body of two kilobytes would cost more than the space is worth.
  ALTER TABLE events ALTER COLUMN body SET STORAGE EXTERNAL;

  CREATE TABLE deliveries (
    id uuid PRIMARY KEY,
    endpoint_id uuid NOT NULL,
    merchant_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event text NOT NULL,
    resource_id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'retrying', 'delivered', 'exhausted', 'canceled')),
    attempt_count int NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    delivered_at timestamptz,
    created_at timestamptz NOT NULL,
    attempts jsonb NOT NULL DEFAULT '[]'
  ) PARTITION BY RANGE (id);

  CREATE TABLE due_deliveries (
    endpoint_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    event_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    attempt_count int NOT NULL DEFAULT 0,
    available_at timestamptz NOT NULL,
    lease_owner uuid,
    PRIMARY KEY (endpoint_id, resource_id, event_id)
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
  -- Its condition always holds, but only a query that repeats it can use the index. The others would find all rows of an endpoint by
  -- it, where the primary key leads to the one they want; without statistics the planner takes both for equally good.
  CREATE INDEX due_deliveries_by_time ON due_deliveries (endpoint_id, available_at) WHERE available_at > '-infinity';
`;

/**
 * Partitions are made ahead by the running service. It has no right to create tables, so a function of the schema's owner does it,
 * which can do nothing else. What comes with an id far from now, an event requeued after months say, falls into the default partition.
 */
const PARTITIONS = `
  CREATE FUNCTION first_uuid_at(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS
  $$ SELECT rpad(lpad(to_hex((extract(epoch FROM instant) * 1000)::bigint), 12, '0'), 32, '0')::uuid $$;

  CREATE FUNCTION ensure_partitions(from_time timestamptz, until_time timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    week CONSTANT interval := interval '168 hours';
    start timestamptz := date_trunc('week', from_time, 'UTC');
    parent text;
    partition text;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext(current_schema() || '.ensure_partitions'));
    WHILE start <= until_time LOOP
      FOREACH parent IN ARRAY ARRAY['events', 'deliveries'] LOOP
        partition := parent || '_' || to_char(start AT TIME ZONE 'UTC', 'IYYY"w"IW');
        -- Asked first, because even an IF NOT EXISTS would lock the parent.
        IF to_regclass(partition) IS NULL THEN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) WITH (%s)',
            partition, parent, first_uuid_at(start), first_uuid_at(start + week),
            -- Bodies stay in their rows; deliveries leave room beside them for their next version.
            CASE parent WHEN 'events' THEN 'toast_tuple_target = 8160' ELSE 'fillfactor = 50' END);
        END IF;
      END LOOP;
      start := start + week;
    END LOOP;
  END $$;

  CREATE TABLE events_elsewhen PARTITION OF events DEFAULT;
  CREATE TABLE deliveries_elsewhen PARTITION OF deliveries DEFAULT WITH (fillfactor = 50);
  SELECT ensure_partitions(now(), now() + interval '28 days');
`;
