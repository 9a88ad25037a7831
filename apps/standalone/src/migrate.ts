import { BUS_MIGRATIONS } from '@centavo/messaging';
import { migrate } from '@centavo/persistence';
import { schemasOf, vaultPasswordOf } from '@centavo/service';
import { runStep } from './run-step.js';
import { SERVICES } from './services.js';

/** Brings the whole database to this version, by a role that may change schemas. */
await runStep('migrate', (settings, logger) =>
  migrate({
    adminUrl: settings.databaseAdminUrl,
    password: settings.databasePassword,
    services: schemasOf(SERVICES, vaultPasswordOf(settings)),
    shared: BUS_MIGRATIONS,
    logger,
  }),
);
