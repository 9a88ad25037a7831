import { CreateMerchants1763740100000 } from './create-merchants.migration.js';

export const ONBOARDING_MIGRATIONS = [CreateMerchants1763740100000];
