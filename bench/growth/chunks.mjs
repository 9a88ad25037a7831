/** Since when there are charges in a history. */
export const historyDays = 548;
const dayMs = 86_400_000;

/** Makes the temporary tables from which the chunks of this session are made. */
export async function prepareChunks(client, { models, owners }) {
  await client.query(`SET synchronous_commit = off; SET work_mem = '256MB'; SET timezone = 'UTC'`);
  await client.query('CREATE TEMP TABLE slots (slot int, model uuid, model_ms bigint)');
  await client.query(
    `INSERT INTO slots
     SELECT row_number() OVER () - 1, model, ('x0000' || left(replace(model::text, '-', ''), 12))::bit(64)::bigint
     FROM unnest($1::uuid[], $2::int[]) AS m (model, share) CROSS JOIN LATERAL generate_series(1, share)`,
    [models.map(({ id }) => id), models.map(({ share }) => share)],
  );
  await client.query('CREATE TEMP TABLE owners (place int, merchant_id uuid, endpoint_id uuid)');
  await client.query(
    `INSERT INTO owners SELECT place - 1, merchant_id, endpoint_id
     FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS o (merchant_id, endpoint_id, place)`,
    [owners.map(({ id }) => id), owners.map(({ endpointId }) => endpointId)],
  );
  await client.query(
    `CREATE TEMP TABLE chunk (number bigint, model uuid, shift_ms bigint, shift interval, owner int, merchant_id uuid,
                              endpoint_id uuid)`,
  );
  await client.query('ANALYZE slots, owners');
}

/**
 * Puts the charges that are to be made next into the table `chunk`. Whose a charge is and how it went is drawn from its number, and its
 * time grows with it.
 * @param {import('pg').Client} client
 * @param {{count: number, owners: unknown[], lastMs: number}} source
 * @param {string} numbers SQL of a set of them
 */
export async function makeChunk(client, { count, owners, lastMs }, numbers) {
  const [firstMs, spanMs] = [lastMs - historyDays * dayMs, historyDays * dayMs];
  await client.query('TRUNCATE chunk');
  await client.query(
    `INSERT INTO chunk
     SELECT number, model, shift_ms, shift_ms * interval '1 ms', place, merchant_id, endpoint_id
     FROM (SELECT number, abs(hashint8extended(number, 1) % 100) AS slot, hashint8extended(number, 2) AS draw
           FROM ${numbers} AS n (number)) drawn
     JOIN slots USING (slot)
     JOIN owners ON place = CASE WHEN draw % 2 = 0 THEN 0 ELSE 1 + abs(draw / 2 % ${owners.length - 1}) END
     CROSS JOIN LATERAL (SELECT ${firstMs} + number * ${spanMs} / ${count} - model_ms AS shift_ms) moved
     ORDER BY number`,
  );
  await client.query('ANALYZE chunk');
}
