import { SERVICE_NAMES, type ServiceName } from '@centavo/contracts';
import { replayEvents } from '@centavo/messaging';
import { PostgresDatabase } from '@centavo/persistence';
import { SettingsError } from '@centavo/runtime';
import { haveHappened } from './replay/happened-events.js';
import { runStep } from './run-step.js';

/** Makes the bus fit a database that was restored: `replay 2026-11-22T09:00:00Z`, while no service runs. */
await runStep('replay', async (settings, logger) => {
  const since = Date.parse(process.argv[2] ?? '');
  if (Number.isNaN(since))
    throw new SettingsError('Say since when: replay 2026-11-22T09:00:00Z (docs/maintenance.md).');
  const databases = new Map<ServiceName, PostgresDatabase>();
  try {
    for (const role of SERVICE_NAMES) {
      const { databaseUrl: url, databasePassword: password } = settings;
      databases.set(role, await PostgresDatabase.connect({ url, role, password, poolSize: 1, logger }));
    }
    const { published, dropped } = await replayEvents({
      access: settings.kafka,
      logger,
      since,
      sessionTimeoutMs: settings.kafkaSessionTimeoutMs,
      hasHappened: (events) => haveHappened((service) => databases.get(service)!, events),
    });
    process.stdout.write(
      `Events published once more: ${published}. Events of what the database has lost: ${dropped}.\n`,
    );
  } finally {
    for (const database of databases.values()) await database.close();
  }
});
