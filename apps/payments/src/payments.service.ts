import type { ServiceDefinition } from '@centavo/service';
import { PAYMENTS_MIGRATIONS } from './migrations/index.js';
import { PaymentsModule } from './payments.module.js';

/** Charges, their acquirers, and later payment links and the card vault. */
export const paymentsService: ServiceDefinition = {
  name: 'payments',
  module: PaymentsModule,
  migrations: PAYMENTS_MIGRATIONS,
};
