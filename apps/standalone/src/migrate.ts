import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { migrate } from '@centavo/persistence';
import { loadSettings, PinoLogger } from '@centavo/runtime';
import { SERVICES } from './services.js';

/** The migrate step: brings the whole database to this version. Runs before the services, by a role that may change schemas. */
const settings = loadSettings(process.env);
await migrate({
  adminUrl: settings.databaseAdminUrl,
  password: settings.databasePassword,
  services: SERVICES,
  shared: [BUS_TABLES_MIGRATION],
  logger: PinoLogger.create(settings.logLevel).child({ service: 'migrate' }),
});
