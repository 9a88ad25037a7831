import { CreateCharges1763740000000 } from './create-charges.migration.js';

export const PAYMENTS_MIGRATIONS = [CreateCharges1763740000000];
