import type { Client, DatabaseError } from 'pg';
import { GATEWAY_ROLE } from './grant-rights.js';
import { roleSettings } from '../session-settings.js';
import type { SchemaMigrations } from './migrate.js';

/** Of PostgreSQL: an "internal error", which is what it makes of a catalog's row that changed meanwhile, and two for a role that is there by now. */
const RACE_CODES = ['XX000', '23505', '42710'];
const MAX_ROLE_ATTEMPTS = 20;

/** Makes the roles and schemas that are missing, and takes from everybody what PostgreSQL gives everybody. */
export async function prepareDatabase(
  admin: Client,
  services: readonly SchemaMigrations[],
  commonPassword: string,
): Promise<void> {
  for (const { name, password = commonPassword } of services) await ensureRolePatiently(admin, name, password);
  await ensureRolePatiently(admin, GATEWAY_ROLE, commonPassword);
  const roles = [...services.map(({ name }) => name), GATEWAY_ROLE];
  await admin.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
  await admin.query(
    `DO $$ BEGIN
       EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
       EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${roles.map((role) => admin.escapeIdentifier(role)).join(', ')}', current_database());
     END $$`,
  );
  for (const { name } of services) await admin.query(`CREATE SCHEMA IF NOT EXISTS ${admin.escapeIdentifier(name)}`);
}

/** Roles are the whole server's: the migrate step of another of its databases may be at the same one, and PostgreSQL refuses who is second. */
async function ensureRolePatiently(admin: Client, role: string, password: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ensureRole(admin, role, password);
    } catch (error) {
      if (attempt === MAX_ROLE_ATTEMPTS || !RACE_CODES.includes((error as DatabaseError).code ?? '')) throw error;
    }
  }
}

/** The password is set each time, so that a changed setting takes effect with the next migrate step. */
async function ensureRole(admin: Client, role: string, password: string): Promise<void> {
  const name = admin.escapeIdentifier(role);
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await admin.query(
    `${verb} ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${admin.escapeLiteral(password)}`,
  );
  const settings = Object.entries(roleSettings(role));
  await admin.query(
    settings
      .map(([setting, value]) => `ALTER ROLE ${name} SET ${setting} TO ${admin.escapeLiteral(String(value))}`)
      .join(';\n'),
  );
}
