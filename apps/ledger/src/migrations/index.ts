import { CreateLedger1763740200000 } from './create-ledger.migration.js';

export const LEDGER_MIGRATIONS = [CreateLedger1763740200000];
