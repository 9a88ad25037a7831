/**
 * The function that makes the partitions of some weeks, with the rights of the schema's owner and nothing else that it could do: the running
 * service has no right to create tables. Tables of counts are cut by the date of a week's first day, the others by their ids.
 */
export const ensurePartitions = (parents: readonly string[]): string => `
  CREATE OR REPLACE FUNCTION ensure_partitions(from_time timestamptz, until_time timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    week CONSTANT interval := interval '168 hours';
    start timestamptz := date_trunc('week', from_time, 'UTC');
    parent text;
    partition text;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext(current_schema() || '.ensure_partitions'));
    WHILE start <= until_time LOOP
      FOREACH parent IN ARRAY ARRAY[${parents.map((parent) => `'${parent}'`).join(', ')}] LOOP
        partition := parent || '_' || to_char(start AT TIME ZONE 'UTC', 'IYYY"w"IW');
        -- Asked first, because even an IF NOT EXISTS would lock the parent.
        IF to_regclass(partition) IS NULL THEN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L) WITH (%s)', partition, parent,
            CASE WHEN parent LIKE '%\\_counts' THEN (start AT TIME ZONE 'UTC')::date::text ELSE first_uuid_at(start)::text END,
            CASE WHEN parent LIKE '%\\_counts' THEN ((start + week) AT TIME ZONE 'UTC')::date::text ELSE first_uuid_at(start + week)::text END,
            CASE parent
              -- Bodies stay in their rows.
              WHEN 'events' THEN 'toast_tuple_target = 8160'
              WHEN 'delivery_listings' THEN 'fillfactor = 100'
              -- Room beside rows for their next version.
              ELSE 'fillfactor = 50' END);
        END IF;
      END LOOP;
      start := start + week;
    END LOOP;
  END $$;
`;
