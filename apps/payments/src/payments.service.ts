import type { ServiceDefinition } from '@centavo/service';
import { PAYMENTS_MIGRATIONS } from './migrations/index.js';
import { PaymentsModule } from './payments.module.js';
import { VAULT_MIGRATIONS } from './vault/migrations/index.js';

/** Charges, their acquirers and the card vault, and payment links. */
export const paymentsService: ServiceDefinition = {
  name: 'payments',
  module: PaymentsModule,
  migrations: PAYMENTS_MIGRATIONS,
  vaultMigrations: VAULT_MIGRATIONS,
};
