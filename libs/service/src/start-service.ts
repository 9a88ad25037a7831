import { topicsReadBy } from '@centavo/contracts';
import { busHousekeeping, DatabaseDeadLetters, Idempotency, Outbox, RethrowFilter } from '@centavo/messaging';
import { NestLogger, Shutdown } from '@centavo/runtime';
import { NestFactory } from '@nestjs/core';
import { MeasuredBusServer } from './measured-bus-server.js';
import { observeLag, observeMessaging } from './observe-messaging.js';
import { PlatformModule, type Messaging } from './platform.module.js';
import type { Platform, RunningApp } from './platform.js';
import type { ServiceDefinition } from './service-definition.js';
import { tracedPlatform } from './traced-platform.js';

/**
 * Starts a service on a platform. Resolves when it handles messages; waits for a broker that is away.
 *
 * It stops in the order of the flow: no new messages, then workers, then what they left in the outbox.
 */
export async function startService(definition: ServiceDefinition, shared: Platform): Promise<RunningApp> {
  const { name } = definition;
  const platform = tracedPlatform(shared, name);
  const { bus, database, metrics } = platform;
  const logger = platform.logger.child({ service: name });
  const shutdown = new Shutdown(logger);
  const publishDelay = metrics.histogram('outbox_publish_delay_seconds').labels({ service: name });
  const outbox = new Outbox(database, bus, logger, (delayMs) => publishDelay.observe(delayMs / 1000));
  const deadLetters = new DatabaseDeadLetters(database, outbox);
  const messaging: Messaging = { outbox, deadLetters, idempotency: new Idempotency() };
  observeMessaging(name, outbox, platform);
  observeLag(name, topicsReadBy(name), bus, metrics);

  const module = PlatformModule.for(definition, { ...platform, logger }, messaging);
  const app = await NestFactory.createMicroservice(module, {
    strategy: new MeasuredBusServer({ bus, group: name, topics: topicsReadBy(name), deadLetters }, metrics),
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new RethrowFilter());

  outbox.start();
  shutdown.defer('outbox', () => outbox.stop());
  const housekeeping = busHousekeeping(database, logger);
  housekeeping.start();
  shutdown.defer('housekeeping', () => housekeeping.stop());
  shutdown.defer('handlers and workers', () => app.close());
  const stop = async (): Promise<void> => void (await shutdown.run());
  try {
    await app.listen();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
