import type { ServiceDefinition } from '@centavo/service';
import { LedgerModule } from './ledger.module.js';
import { LEDGER_MIGRATIONS } from './migrations/index.js';

export const ledgerService: ServiceDefinition = { name: 'ledger', module: LedgerModule, migrations: LEDGER_MIGRATIONS };
