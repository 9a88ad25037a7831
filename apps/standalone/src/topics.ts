import { createTopics } from '@centavo/messaging';
import { loadSettings, PinoLogger } from '@centavo/runtime';

/** The topics step: makes every topic of the platform. Runs before the services; topics are never made on first use. */
const settings = loadSettings(process.env);
const logger = PinoLogger.create(settings.logLevel).child({ service: 'topics' });
await createTopics(settings.kafkaBrokers, logger);
