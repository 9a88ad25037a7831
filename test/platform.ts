import type { ServiceName } from '@centavo/contracts';
import { BUS_MIGRATIONS, InProcessBus, groupsReading } from '@centavo/messaging';
import type { Database, PostgresDatabase } from '@centavo/persistence';
import { Metrics, startTracing, SystemClock, type Clock, type Settings } from '@centavo/runtime';
import { openReads, schemasOf, startService, VAULT_ROLE, type RunningApp } from '@centavo/service';
import { silentLogger, startTestDatabase, testSettings, type TestDatabase } from '@centavo/testing';
import { startGateway, type RunningGateway } from '../apps/gateway/src/gateway.js';
import { ledgerService } from '../apps/ledger/src/ledger.service.js';
import { onboardingService } from '../apps/onboarding/src/onboarding.service.js';
import { paymentsService } from '../apps/payments/src/payments.service.js';
import { webhooksService } from '../apps/webhooks/src/webhooks.service.js';
import { HttpClient } from './http-client.js';

/** Against the flow, so that whoever speaks is heard; they stop the other way round, so that the last word is heard too. */
const SERVICES = [webhooksService, ledgerService, paymentsService, onboardingService];

/** The whole platform in this process, on a database of its own: the real services, bus and gateway, listening on a real port. */
export interface TestPlatform {
  readonly http: HttpClient;
  readonly gateway: RunningGateway;
  readonly bus: InProcessBus;
  readonly metrics: Metrics;
  readonly testDatabase: TestDatabase;
  /** A service's own view of the database. */
  database(service: ServiceName): PostgresDatabase;
  stopService(service: ServiceName): Promise<void>;
  /** Stops every service and starts it again. @param environment settings by name, over those of {@link testSettings} */
  restartServices(environment: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param environment settings by name, over those of {@link testSettings}; of DATABASE_READ_URL only the server counts
 * @param openGatewayDatabase the gateway's way to PostgreSQL, where a test wants to cut it
 * @param bus where a test wants to hold back what is on it
 * @param clock where a test wants to put it forward
 */
export async function startPlatform(
  environment: Readonly<Record<string, string>> = {},
  openGatewayDatabase = (testDatabase: TestDatabase): Promise<Database> => testDatabase.database('gateway'),
  bus = new InProcessBus({ logger: silentLogger, groupsOf: groupsReading }),
  clock: Clock = new SystemClock(),
): Promise<TestPlatform> {
  const settings = testSettings(environment);
  const testDatabase = await startTestDatabase(schemasOf(SERVICES), { shared: BUS_MIGRATIONS });
  const tracing = await startTracing(settings, silentLogger);
  const shared = { settings, bus, logger: silentLogger, clock, metrics: new Metrics(), tracing };
  const databases = new Map<ServiceName, PostgresDatabase>();
  const running = new Map<ServiceName, RunningApp>();
  const start = async (changed: Partial<typeof shared> = {}): Promise<void> => {
    for (const service of SERVICES) {
      const database = databases.get(service.name) ?? (await testDatabase.database(service.name));
      databases.set(service.name, database);
      const vaultDatabase = service.vaultMigrations && (await testDatabase.database(VAULT_ROLE));
      running.set(service.name, await startService(service, { ...shared, ...changed, database, vaultDatabase }));
    }
  };
  const stopAll = async (): Promise<void> => {
    for (const service of [...running.values()].toReversed()) await service.stop();
    running.clear();
  };
  await start();
  const database = await openGatewayDatabase(testDatabase);
  const reads = openReads({
    ...shared,
    settings: readingFrom(testDatabase, settings, environment),
    database,
    password: testDatabase.password,
  });
  const gateway = await startGateway({ ...shared, database, reads });
  return {
    http: new HttpClient(`http://127.0.0.1:${gateway.port}`),
    gateway,
    bus,
    metrics: shared.metrics,
    testDatabase,
    database: (service) => databases.get(service)!,
    stopService: async (service) => {
      await running.get(service)!.stop();
      running.delete(service);
    },
    restartServices: async (changed) => {
      await stopAll();
      await start({ settings: testSettings({ ...environment, ...changed }), metrics: new Metrics() });
    },
    stop: async () => {
      await gateway.stop();
      await reads?.close();
      await stopAll();
      await bus.close();
      await tracing?.stop();
      await testDatabase.close();
    },
  };
}

/** The replica has this database as well, under the same name. */
function readingFrom(
  { adminUrl }: TestDatabase,
  settings: Settings,
  environment: Readonly<Record<string, string>>,
): Settings {
  if (settings.databaseReadUrl === undefined) return settings;
  const url = new URL(settings.databaseReadUrl);
  url.pathname = new URL(adminUrl).pathname;
  return testSettings({ ...environment, DATABASE_READ_URL: url.href });
}
