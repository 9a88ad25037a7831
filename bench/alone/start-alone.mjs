import { join } from 'node:path';
import { importBuilt } from '../../scripts/lib/paths.mjs';

const { BUS_MIGRATIONS, InProcessBus } = await importBuilt('libs/messaging/src/index.js');
const { EmbeddedPostgres, migrate, PostgresDatabase } = await importBuilt('libs/persistence/src/index.js');
const { loadSettings, Metrics, OpsServer, PinoLogger, Readiness, Shutdown, withSandboxKeys } =
  await importBuilt('libs/runtime/src/index.js');
const { schemasOf, startService } = await importBuilt('libs/service/src/index.js');
const { SERVICES } = await importBuilt('apps/standalone/src/services.js');

/**
 * Starts one service alone in this process, as `npm start` runs it beside the others: on an embedded PostgreSQL and the in-process bus.
 * @param {object} definition the service
 * @param {{dataDir: string, env: Record<string, string>, clock: object}} options
 * @returns {Promise<{bus: object, databaseUrl: string, metricsUrl: string, stop: () => Promise<unknown>}>} `bus`: for whoever brings it work
 */
export async function startAlone(definition, { dataDir, env, clock }) {
  const logger = PinoLogger.create('warn');
  const shutdown = new Shutdown(logger);
  const settings = loadSettings(await withSandboxKeys({ ...process.env, ...env }, dataDir));
  const metrics = new Metrics();
  metrics.collectProcessMetrics();
  const ops = await OpsServer.start({ host: settings.host, port: 0, metrics, readiness: new Readiness() });
  shutdown.defer('operations port', () => ops.stop());
  const url = await startDatabase({ dataDir, settings, logger, shutdown });
  const { databasePassword: password, databasePoolSize: poolSize } = settings;
  const database = await PostgresDatabase.connect({ url, role: definition.name, password, poolSize, logger, metrics });
  shutdown.defer('database', () => database.close());
  const bus = new InProcessBus({ logger });
  shutdown.defer('bus', () => bus.close());
  const service = await startService(definition, { settings, bus, database, logger, metrics, clock });
  shutdown.defer(definition.name, () => service.stop());
  return {
    bus,
    databaseUrl: url,
    metricsUrl: `http://127.0.0.1:${ops.port}/metrics`,
    stop: () => shutdown.run(),
  };
}

async function startDatabase({ dataDir, settings, logger, shutdown }) {
  const postgres = await EmbeddedPostgres.start({ directory: join(dataDir, 'postgres'), database: 'centavo', logger });
  shutdown.defer('PostgreSQL', () => postgres.stop());
  const { adminUrl } = postgres;
  const services = schemasOf(SERVICES, settings.vaultDatabasePassword);
  await migrate({ adminUrl, password: settings.databasePassword, services, shared: BUS_MIGRATIONS, logger });
  return adminUrl;
}
