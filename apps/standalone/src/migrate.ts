import { BUS_MIGRATIONS } from '@centavo/messaging';
import { migrate } from '@centavo/persistence';
import { schemasOf } from '@centavo/service';
import { runStep } from './run-step.js';
import { SERVICES } from './services.js';

/** Brings the whole database to this version, by a role that may change schemas. */
await runStep('migrate', ({ databaseAdminUrl, databasePassword, vaultDatabasePassword }, logger) =>
  migrate({
    adminUrl: databaseAdminUrl,
    password: databasePassword,
    services: schemasOf(SERVICES, vaultDatabasePassword),
    shared: BUS_MIGRATIONS,
    logger,
  }),
);
