import pg from 'pg';
import { administratorOf } from '../administrator.mjs';

/** Over so many days before today. */
const days = 20;
const chunkSize = 100_000;
const chunks = (count) => Math.ceil(count / chunkSize);
const merchants = 200;
const bodyBytes = 1_800;

/**
 * Fills the log with deliveries that are over, of other merchants.
 * @param {{dataDir: string, count: number}} options
 * @returns {Promise<{count: number, databaseBytes: number}>}
 */
export async function fillDeliveries({ dataDir, count }) {
  const client = new pg.Client(await administratorOf(dataDir, 'centavo'));
  await client.connect();
  try {
    await client.query('SET search_path = webhooks');
    await client.query('SELECT ensure_partitions(now() - make_interval(days => $1), now())', [days]);
    for (let chunk = 0; chunk < chunks(count); chunk += 1) {
      const size = Math.min(chunkSize, count - chunk * chunkSize);
      await client.query(oldDeliveries, [size, days, chunk, chunks(count), merchants, bodyBytes]);
    }
    await client.query('VACUUM (ANALYZE) events, deliveries');
    await client.query('CHECKPOINT');
    const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
    return { count, databaseBytes: Number(rows[0].bytes) };
  } finally {
    await client.end();
  }
}

/** One chunk of them, in the order of time: the chunk's share of the days, each delivery with one attempt. */
const oldDeliveries = `
  WITH past AS (
    SELECT uuidv7(shift) AS id, now() + shift AS at, md5('merchant' || number % $5::int)::uuid AS merchant_id,
           md5('endpoint' || number % $5::int)::uuid AS endpoint_id, gen_random_uuid() AS resource_id
    FROM generate_series(0, $1::int - 1) AS number,
         LATERAL (SELECT make_interval(days => $2) * (($3::int + number / $1::float8) / $4::int - 1) AS shift) AS time
  ), event AS (
    INSERT INTO events (id, merchant_id, event, resource_id, body, created_at)
    SELECT id, merchant_id, 'charge.captured', resource_id, repeat('x', $6::int), at FROM past
  )
  INSERT INTO deliveries (id, endpoint_id, merchant_id, event_id, event, resource_id, status, attempt_count, delivered_at, created_at, attempts)
  SELECT id, endpoint_id, merchant_id, id, 'charge.captured', resource_id, 'delivered', 1, at, at,
         jsonb_build_array(jsonb_build_object('number', 1, 'attempted_at', at, 'status_code', 204, 'latency_ms', 12,
                                              'error', NULL, 'response_excerpt', ''))
  FROM past`;
