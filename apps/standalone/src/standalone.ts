import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BUS_MIGRATIONS, groupsReading, InProcessBus, type Bus } from '@centavo/messaging';
import { EmbeddedPostgres, migrate, PostgresDatabase } from '@centavo/persistence';
import {
  Metrics,
  OpsServer,
  Readiness,
  startProblem,
  startTracing,
  SystemClock,
  type Logger,
  type Settings,
  type Shutdown,
  type Tracing,
} from '@centavo/runtime';
import { schemasOf, startService, VAULT_ROLE, type ServiceDefinition } from '@centavo/service';
import { startGateway } from '../../gateway/src/gateway.js';
import { keepCredentials, readCredentials, type Credentials } from './credentials.js';
import { demoLinkUrl } from './demo-link.js';
import { createDemoMerchant } from './demo-merchant.js';
import { SERVICES } from './services.js';

const DATABASE = 'centavo';

export interface StartedStandalone {
  /** What a user needs to call it. */
  readonly credentials: Credentials;
  /** Where the demo merchant's payment link is paid; null when there is none to try. */
  readonly demoLink: string | null;
}

/**
 * The whole platform in this process, on an embedded PostgreSQL and the in-process bus: every service as it is elsewhere, with
 * its own role and schema; only the bus is another.
 * @param shutdown learns what has to be stopped, in order
 * @throws with a sentence that says what to do when a port or the data directory is taken
 */
export async function startStandalone(
  settings: Settings,
  logger: Logger,
  shutdown: Shutdown,
): Promise<StartedStandalone> {
  await mkdir(settings.dataDir, { recursive: true });
  const metrics = new Metrics();
  metrics.collectProcessMetrics(settings.buildCommit);
  const readiness = new Readiness();
  let isStarted = false;
  readiness.add('started', () => startProblem(isStarted, shutdown));
  const ops = await OpsServer.start({ host: settings.host, port: settings.opsPort, metrics, readiness });
  shutdown.defer('operations port', () => ops.stop());

  // Stopped after all that makes spans.
  const tracing = await startTracing(settings, logger);
  if (tracing) shutdown.defer('tracing', () => tracing.stop());

  const postgres = await EmbeddedPostgres.start({
    directory: join(settings.dataDir, 'postgres'),
    database: DATABASE,
    logger,
  });
  shutdown.defer('PostgreSQL', () => postgres.stop());
  await migrate({
    adminUrl: postgres.adminUrl,
    password: settings.databasePassword,
    services: schemasOf(SERVICES, settings.vaultDatabasePassword),
    shared: BUS_MIGRATIONS,
    logger,
  });

  const bus = new InProcessBus({ logger, groupsOf: groupsReading });
  shutdown.defer('bus', () => bus.close());
  const { port } = await startApps({
    settings,
    bus,
    databaseUrl: postgres.adminUrl,
    logger,
    metrics,
    readiness,
    shutdown,
    tracing,
  });
  const localUrl = `http://localhost:${port}`;
  const credentials = await credentialsFor(settings, localUrl);
  const { merchant } = credentials;
  const demoLink = settings.isSandbox && merchant ? await demoLinkUrl(localUrl, merchant) : null;
  isStarted = true;
  return { credentials, demoLink };
}

interface AppsOptions {
  readonly settings: Settings;
  readonly bus: Bus;
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly shutdown: Shutdown;
  readonly tracing: Tracing | undefined;
}

async function startApps(options: AppsOptions): Promise<{ port: number }> {
  const { settings, shutdown, readiness } = options;
  const open = async (role: string, password: string, entities?: ServiceDefinition['entities']) => {
    const { databaseUrl: url, metrics } = options;
    const logger = options.logger.child({ service: role });
    const { databasePoolSize: poolSize } = settings;
    const database = await PostgresDatabase.connect({ url, role, password, poolSize, entities, logger, metrics });
    shutdown.defer(`database of ${role}`, () => database.close());
    readiness.add(`${role}: database`, () => database.problem());
    return { database, logger };
  };
  const platform = { ...options, clock: new SystemClock() };
  for (const definition of SERVICES) {
    const { name, entities, vaultMigrations } = definition;
    const own = await open(name, settings.databasePassword, entities);
    const vault = vaultMigrations && (await open(VAULT_ROLE, settings.vaultDatabasePassword));
    const service = await startService(definition, { ...platform, ...own, vaultDatabase: vault?.database });
    shutdown.defer(name, () => service.stop());
  }
  const gateway = await startGateway({ ...platform, ...(await open('gateway', settings.databasePassword)) });
  shutdown.defer('gateway', () => gateway.stop());
  return gateway;
}

/** Kept from the first start; only the address may have changed. In production nobody gets a demo merchant. */
async function credentialsFor(settings: Settings, localUrl: string): Promise<Credentials> {
  const [operatorToken = ''] = settings.operatorTokens;
  const kept = await readCredentials(settings.dataDir);
  const merchant = kept?.merchant ?? (settings.isSandbox ? await createDemoMerchant(localUrl, operatorToken) : null);
  const credentials = { base_url: settings.configuredPublicUrl ?? localUrl, operator_token: operatorToken, merchant };
  await keepCredentials(settings.dataDir, credentials);
  return credentials;
}
