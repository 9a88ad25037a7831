import { CompleteLedger1764300000000 } from './complete-ledger.migration.js';
import { CreateChargeMovements1763980800000 } from './create-charge-movements.migration.js';
import { CreateLedger1763740200000 } from './create-ledger.migration.js';
import { FollowSubmerchants1764200100000 } from './follow-submerchants.migration.js';

export const LEDGER_MIGRATIONS = [
  CreateLedger1763740200000,
  CreateChargeMovements1763980800000,
  FollowSubmerchants1764200100000,
  CompleteLedger1764300000000,
];
