import { CreateDossiers1764100100000 } from './create-dossiers.migration.js';
import { CreateMerchants1763740100000 } from './create-merchants.migration.js';
import { CreateSubmerchants1764100000000 } from './create-submerchants.migration.js';
import { ExtendMerchants1764100200000 } from './extend-merchants.migration.js';
import { RefineMerchants1764100300000 } from './refine-merchants.migration.js';

export const ONBOARDING_MIGRATIONS = [
  CreateMerchants1763740100000,
  CreateSubmerchants1764100000000,
  CreateDossiers1764100100000,
  ExtendMerchants1764100200000,
  RefineMerchants1764100300000,
];
