import { CreateVault1764000100000 } from './create-vault.migration.js';

export const VAULT_MIGRATIONS = [CreateVault1764000100000];
