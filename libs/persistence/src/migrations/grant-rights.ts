import type { Client } from 'pg';
import type { SchemaMigrations } from './migrate.js';
import { HISTORY_TABLE } from './run-migrations.js';

/** The role that reads published views and nothing else. */
export const GATEWAY_ROLE = 'gateway';

/** Tables with a trigger of this name only ever grow: a service may add rows to them and not change or remove any. */
export const APPEND_ONLY_TRIGGER = 'append_only';

/**
 * A service may read and write the rows of its own schema and change nothing else about it; the gateway may select from its `published_*`
 * views. Views run with the rights of their owner, so neither needs rights on the tables behind them.
 */
export async function grantRights(
  admin: Client,
  { name: service, isPrivate = false }: Pick<SchemaMigrations, 'name' | 'isPrivate'>,
): Promise<void> {
  const schema = admin.escapeIdentifier(service);
  const views = isPrivate ? [] : await publishedViews(admin, service);
  const appendOnly = await appendOnlyTables(admin, service);
  const statements = [
    `GRANT USAGE ON SCHEMA ${schema} TO ${schema}`,
    `${isPrivate ? 'REVOKE' : 'GRANT'} USAGE ON SCHEMA ${schema} ${isPrivate ? 'FROM' : 'TO'} ${GATEWAY_ROLE}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${schema}`,
    ...appendOnly.map(
      (table) => `REVOKE UPDATE, DELETE, TRUNCATE ON ${schema}.${admin.escapeIdentifier(table)} FROM ${schema}`,
    ),
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${schema}`,
    // It may see which migrations ran, to wait for those it needs.
    `REVOKE INSERT, UPDATE, DELETE ON ${schema}.${HISTORY_TABLE} FROM ${schema}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${GATEWAY_ROLE}`,
    ...views.map((view) => `GRANT SELECT ON ${schema}.${admin.escapeIdentifier(view)} TO ${GATEWAY_ROLE}`),
  ];
  // In one transaction: a running gateway never sees the moment without its rights.
  await admin.query(['BEGIN', ...statements, 'COMMIT'].join(';\n'));
}

async function publishedViews(admin: Client, schema: string): Promise<string[]> {
  const { rows } = await admin.query<{ viewname: string }>(
    `SELECT viewname FROM pg_views WHERE schemaname = $1 AND starts_with(viewname, 'published_')`,
    [schema],
  );
  return rows.map(({ viewname }) => viewname);
}

async function appendOnlyTables(admin: Client, schema: string): Promise<string[]> {
  const { rows } = await admin.query<{ relname: string }>(
    `SELECT DISTINCT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE t.tgname = $1 AND c.relnamespace = $2::regnamespace`,
    [APPEND_ONLY_TRIGGER, admin.escapeIdentifier(schema)],
  );
  return rows.map(({ relname }) => relname);
}
