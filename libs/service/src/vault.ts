import { Database, type SchemaMigrations } from '@centavo/persistence';
import type { ServiceDefinition } from './service-definition.js';

/** Name of the card vault's schema and role. */
export const VAULT_ROLE = 'vault';

/** The card vault's tables, seen through its own role. What injects this handles card data. */
export abstract class VaultDatabase extends Database {}

/**
 * Every schema that services need, for the migrate step.
 * @param vaultPassword of the vault's role
 */
export const schemasOf = (services: readonly ServiceDefinition[], vaultPassword?: string): SchemaMigrations[] =>
  services.flatMap(({ name, migrations, vaultMigrations }) => [
    { name, migrations },
    ...(vaultMigrations
      ? [{ name: VAULT_ROLE, migrations: vaultMigrations, password: vaultPassword, isPrivate: true }]
      : []),
  ]);
