/**
 * Lets pages be filled as far as updates fill them in the end, instead of as far as inserted rows may, while `work` goes on.
 * @param {import('pg').Client} client the administrator's
 * @param {import('./tables.mjs').Table[]} tables
 * @param {() => Promise<void>} work
 */
export async function withFullerPages(client, tables, work) {
  const filled = tables.filter((table) => table.filled);
  const { rows: leaves } = await client.query(
    `SELECT c.oid::regclass AS name, t.filled,
            (SELECT option_value FROM pg_options_to_table(c.reloptions) WHERE option_name = 'fillfactor') AS declared
     FROM unnest($1::text[], $2::int[]) AS t (name, filled)
     JOIN pg_class c ON c.oid = t.name::regclass OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = t.name::regclass)
     WHERE c.relkind = 'r'`,
    [filled.map(({ schema, name }) => `${schema}.${name}`), filled.map((table) => table.filled)],
  );
  const set = (fillfactorOf) =>
    client.query(leaves.map((leaf) => `ALTER TABLE ${leaf.name} SET (fillfactor = ${fillfactorOf(leaf)})`).join(';'));
  await set((leaf) => leaf.filled);
  try {
    await work();
  } finally {
    await set((leaf) => leaf.declared);
  }
}
