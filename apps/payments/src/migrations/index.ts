import { CountChargesByDay1764000000000 } from './count-charges-by-day.migration.js';
import { CreatePaymentLinks1764500100000 } from './create-payment-links.migration.js';
import { CreateCharges1763740000000 } from './create-charges.migration.js';
import { ExtendCharges1763800000000 } from './extend-charges.migration.js';
import { ExtendSandboxAcquirer1763800100000 } from './extend-sandbox-acquirer.migration.js';
import { KnowSubmerchants1764200000000 } from './know-submerchants.migration.js';
import { ListCharges1763900000000 } from './list-charges.migration.js';

export const PAYMENTS_MIGRATIONS = [
  CreateCharges1763740000000,
  ExtendCharges1763800000000,
  ExtendSandboxAcquirer1763800100000,
  ListCharges1763900000000,
  CountChargesByDay1764000000000,
  KnowSubmerchants1764200000000,
  CreatePaymentLinks1764500100000,
];
