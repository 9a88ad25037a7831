import { join } from 'node:path';
import { importBuilt } from '../../scripts/lib/paths.mjs';
import { answerCalls } from '../worker.mjs';
import { feed } from './feed.mjs';

/**
 * The ledger alone in a process, as `npm start` runs it beside the other services: on an embedded PostgreSQL and the in-process bus, into
 * which the captures are published here.
 */
const { BUS_MIGRATIONS, InProcessBus } = await importBuilt('libs/messaging/src/index.js');
const { EmbeddedPostgres, migrate, PostgresDatabase } = await importBuilt('libs/persistence/src/index.js');
const { loadSettings, Metrics, OpsServer, PinoLogger, Readiness, Shutdown, SystemClock, withSandboxKeys } =
  await importBuilt('libs/runtime/src/index.js');
const { schemasOf, startService } = await importBuilt('libs/service/src/index.js');
const { ledgerService } = await importBuilt('apps/ledger/src/ledger.service.js');
const { SERVICES } = await importBuilt('apps/standalone/src/services.js');

class ClockAhead extends SystemClock {
  constructor(aheadMs) {
    super();
    this.aheadMs = aheadMs;
  }

  nowMs() {
    return super.nowMs() + this.aheadMs;
  }
}

const logger = PinoLogger.create('warn');
const shutdown = new Shutdown(logger);
let bus;

async function start({ dataDir, env, aheadMs = 0 }) {
  const settings = loadSettings(await withSandboxKeys({ ...process.env, ...env }, dataDir));
  const metrics = new Metrics();
  metrics.collectProcessMetrics();
  const ops = await OpsServer.start({ host: settings.host, port: 0, metrics, readiness: new Readiness() });
  shutdown.defer('operations port', () => ops.stop());
  const url = await startDatabase(dataDir, settings);
  const { databasePassword: password, databasePoolSize: poolSize } = settings;
  const database = await PostgresDatabase.connect({ url, role: 'ledger', password, poolSize, logger, metrics });
  shutdown.defer('database', () => database.close());
  bus = new InProcessBus({ logger });
  shutdown.defer('bus', () => bus.close());
  const platform = { settings, bus, database, logger, metrics, clock: new ClockAhead(aheadMs) };
  const service = await startService(ledgerService, platform);
  shutdown.defer('ledger', () => service.stop());
  return { metricsUrl: `http://127.0.0.1:${ops.port}/metrics` };
}

async function startDatabase(dataDir, { databasePassword: password, vaultDatabasePassword }) {
  const postgres = await EmbeddedPostgres.start({ directory: join(dataDir, 'postgres'), database: 'centavo', logger });
  shutdown.defer('PostgreSQL', () => postgres.stop());
  const { adminUrl } = postgres;
  const services = schemasOf(SERVICES, vaultDatabasePassword);
  await migrate({ adminUrl, password, services, shared: BUS_MIGRATIONS, logger });
  return adminUrl;
}

answerCalls({
  start,
  feed: (load) => feed(bus, load),
  stop: () => shutdown.run(),
});
