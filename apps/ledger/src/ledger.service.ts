import type { ServiceDefinition } from '@centavo/service';
import { LedgerModule } from './ledger.module.js';
import { LEDGER_MIGRATIONS } from './migrations/index.js';

export const ledgerService: ServiceDefinition = {
  name: 'ledger',
  module: LedgerModule,
  migrations: LEDGER_MIGRATIONS,
  sealedColumns: [
    {
      what: 'destinations of withdrawals under way',
      table: 'withdrawal_tasks',
      column: 'destination',
      type: 'bytea',
      id: 'withdrawal_id',
      idType: 'uuid',
      owner: 'withdrawal_id',
      where: 'true',
    },
  ],
  keyedHashes: [{ what: 'transaction PINs', table: 'transaction_pins', keyId: 'key_id' }],
};
