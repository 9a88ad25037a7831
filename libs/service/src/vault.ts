import { Database, type SchemaMigrations } from '@centavo/persistence';
import { SETTINGS_TABLE, SettingsError, type Settings } from '@centavo/runtime';
import type { ServiceDefinition } from './service-definition.js';

const DEFAULT_VAULT_PASSWORD = SETTINGS_TABLE.vaultDatabasePassword.default;

/** Name of the card vault's schema and role. */
export const VAULT_ROLE = 'vault';

/** The card vault's tables, seen through its own role. What injects this handles card data. */
export abstract class VaultDatabase extends Database {}

/**
 * The password of the vault's role, where services run apart from each other: only then does it keep them apart.
 * @throws SettingsError in production, when every other service knows it as well
 */
export function vaultPasswordOf({ isSandbox, vaultDatabasePassword, databasePassword }: Settings): string {
  const isKnown = vaultDatabasePassword === databasePassword || vaultDatabasePassword === DEFAULT_VAULT_PASSWORD;
  if (isSandbox || !isKnown) return vaultDatabasePassword;
  throw new SettingsError(
    'VAULT_DATABASE_PASSWORD must be set when ENVIRONMENT is production, to another one than DATABASE_PASSWORD, for payments and the migrate step alone.',
  );
}

/**
 * Every schema that services need, for the migrate step.
 * @param vaultPassword of the vault's role; without it, in tests, that of all the others
 */
export const schemasOf = (services: readonly ServiceDefinition[], vaultPassword?: string): SchemaMigrations[] =>
  services.flatMap(({ name, migrations, vaultMigrations }) => [
    { name, migrations },
    ...(vaultMigrations
      ? [{ name: VAULT_ROLE, migrations: vaultMigrations, password: vaultPassword, isPrivate: true }]
      : []),
  ]);
