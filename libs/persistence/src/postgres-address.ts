/** Where a database is and who asks, as TypeORM and node-postgres take it. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password: string | undefined;
  readonly ssl: boolean | { readonly rejectUnauthorized: boolean };
}

const DEFAULT_PORT = 5432;

/**
 * Reads a `postgresql://` address. `?host=/path` names a directory with a Unix socket; `?sslmode=require` encrypts, `verify-full`
 * also checks the certificate.
 * @param role replaces the user and password of the address
 */
export function postgresAddress(
  url: string,
  role?: { readonly name: string; readonly password: string },
): PostgresAddress {
  const parsed = new URL(url);
  return {
    host: parsed.searchParams.get('host') ?? (parsed.hostname || 'localhost'),
    port: parsed.port ? Number(parsed.port) : DEFAULT_PORT,
    database: decodeURIComponent(parsed.pathname.slice(1)),
    username: role?.name ?? (decodeURIComponent(parsed.username) || 'postgres'),
    password: role ? role.password : decodeURIComponent(parsed.password) || undefined,
    ssl: sslOf(parsed.searchParams.get('sslmode')),
  };
}

function sslOf(mode: string | null): PostgresAddress['ssl'] {
  if (mode === null || mode === 'disable' || mode === 'prefer') return false;
  return { rejectUnauthorized: mode !== 'require' };
}
