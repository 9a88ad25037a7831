import { flushCompileCache } from 'node:module';
import type { ServiceName } from '@centavo/contracts';
import { BUS_MIGRATIONS, KafkaBus } from '@centavo/messaging';
import type { Database, MigrationClass, PostgresDatabaseOptions } from '@centavo/persistence';
import {
  loadSettings,
  Metrics,
  OpsServer,
  PinoLogger,
  Readiness,
  Shutdown,
  shutDownOnSignal,
  startProblem,
  SystemClock,
  type Logger,
  startTracing,
  type Settings,
} from '@centavo/runtime';
import { openDatabase } from './open-database.js';
import { openReads } from './open-reads.js';
import type { Platform, RunningApp } from './platform.js';
import type { ServiceDefinition } from './service-definition.js';
import { startService } from './start-service.js';
import { VAULT_ROLE, vaultPasswordOf } from './vault.js';

/** An app as a process of its own. */
export interface ProcessDefinition {
  /** Also the role that it signs in to PostgreSQL with. */
  readonly name: ServiceName | 'gateway';
  /** Whether it sends requests over the bus. */
  readonly requests?: boolean;
  /** Whether it reads from the replica, where there is one. */
  readonly readsReplica?: boolean;
  /** What its schema must have seen before it starts. */
  readonly migrations?: readonly MigrationClass[];
  readonly entities?: PostgresDatabaseOptions['entities'];
  /** Of the process that holds the card vault. */
  readonly vaultMigrations?: readonly MigrationClass[] | undefined;
  readonly start: (platform: Platform) => Promise<RunningApp>;
}

/** A service's `main`: runs it on Kafka and PostgreSQL until a signal comes. */
export const runServiceProcess = (definition: ServiceDefinition): Promise<void> =>
  runProcess({
    ...definition,
    migrations: [...BUS_MIGRATIONS, ...definition.migrations],
    start: (platform) => startService(definition, platform),
  });

/**
 * Runs an app until SIGTERM, SIGINT or SIGHUP, then stops it in order; a second signal ends it at once. Resolves when it has started.
 * Its operations port answers from the beginning: live, and not ready until everything that it stands on answers.
 */
export async function runProcess(definition: ProcessDefinition): Promise<void> {
  const settings = readSettings();
  const logger = PinoLogger.create(settings.logLevel).child({
    service: definition.name,
    instance: settings.instanceName,
  });
  const shutdown = new Shutdown(logger);
  shutDownOnSignal(shutdown, logger);
  try {
    await start(definition, settings, logger, shutdown);
    if (shutdown.signal.aborted) return;
    logger.info('started');
    // Where compiled code is kept (NODE_COMPILE_CACHE): now, because a process that is killed keeps none.
    flushCompileCache();
  } catch (error) {
    // A signal during the start ends it as well: then the shutdown is under way.
    if (shutdown.signal.aborted) return;
    logger.error('could not start', { error });
    await shutdown.run();
    process.exit(1);
  }
}

async function start(
  definition: ProcessDefinition,
  settings: Settings,
  logger: Logger,
  shutdown: Shutdown,
): Promise<void> {
  const { name, requests = false, readsReplica = false, migrations = [], entities, vaultMigrations } = definition;
  const { host, opsPort: port } = settings;
  const metrics = new Metrics();
  metrics.collectProcessMetrics(settings.buildCommit);
  const readiness = new Readiness();
  let isStarted = false;
  readiness.add('started', () => startProblem(isStarted, shutdown));
  const ops = await OpsServer.start({ host, port, metrics, readiness });
  shutdown.defer('operations port', () => ops.stop());

  // Stopped after all that makes spans.
  const tracing = await startTracing(settings, logger);
  if (tracing) shutdown.defer('tracing', () => tracing.stop());

  const open = async (
    role: string,
    password: string,
    needed: readonly MigrationClass[],
    more: Pick<PostgresDatabaseOptions, 'entities'> = {},
  ): Promise<Database> => {
    const { databaseUrl: url, databasePoolSize: poolSize } = settings;
    const names = needed.map((migration) => migration.name);
    const { signal } = shutdown;
    const database = await openDatabase({
      url,
      role,
      password,
      poolSize,
      logger,
      metrics,
      migrations: names,
      signal,
      ...more,
    });
    shutdown.defer(`database of ${role}`, () => database.close());
    readiness.add(`${role}: database`, () => database.problem());
    return database;
  };
  const database = await open(name, settings.databasePassword, migrations, { entities });
  const vaultDatabase = vaultMigrations && (await open(VAULT_ROLE, vaultPasswordOf(settings), vaultMigrations));

  const clock = new SystemClock();
  const { databasePassword: password } = settings;
  const reads = readsReplica ? openReads({ settings, database, password, logger, metrics, clock }) : undefined;
  if (reads) shutdown.defer('replica', () => reads.close());

  const bus = new KafkaBus({
    access: settings.kafka,
    sessionTimeoutMs: settings.kafkaSessionTimeoutMs,
    logger,
    requests,
  });
  shutdown.defer('bus', () => bus.close());
  readiness.add('bus', () => bus.problem());

  const app = await definition.start({
    settings,
    bus,
    database,
    reads,
    vaultDatabase,
    logger,
    metrics,
    clock,
    tracing,
  });
  shutdown.defer(name, () => app.stop());
  isStarted = true;
}

/** The environment wins over `.env`. */
function readSettings(): Settings {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    return loadSettings(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
