import { CreateVault1763750000000 } from './create-vault.migration.js';

export const VAULT_MIGRATIONS = [CreateVault1763750000000];
