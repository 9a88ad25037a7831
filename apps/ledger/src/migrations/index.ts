import { ChainJournal1764300500000 } from './chain-journal.migration.js';
import { CompleteLedger1764300000000 } from './complete-ledger.migration.js';
import { CreateAnticipations1764300300000 } from './create-anticipations.migration.js';
import { CreateChargeMovements1763980800000 } from './create-charge-movements.migration.js';
import { CreateDisputes1764300200000 } from './create-disputes.migration.js';
import { CreateLedger1763740200000 } from './create-ledger.migration.js';
import { CreateWithdrawals1764300400000 } from './create-withdrawals.migration.js';
import { FollowSubmerchants1764200100000 } from './follow-submerchants.migration.js';
import { NamePinKeys1764600000000 } from './name-pin-keys.migration.js';
import { ReadLedger1764300600000 } from './read-ledger.migration.js';
import { RunSettlements1764300100000 } from './run-settlements.migration.js';

export const LEDGER_MIGRATIONS = [
  CreateLedger1763740200000,
  CreateChargeMovements1763980800000,
  FollowSubmerchants1764200100000,
  CompleteLedger1764300000000,
  RunSettlements1764300100000,
  CreateDisputes1764300200000,
  CreateAnticipations1764300300000,
  CreateWithdrawals1764300400000,
  ChainJournal1764300500000,
  ReadLedger1764300600000,
  NamePinKeys1764600000000,
];
