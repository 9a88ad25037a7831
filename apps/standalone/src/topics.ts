import { createTopics } from '@centavo/messaging';
import { runStep } from './run-step.js';

/** Makes every topic of the platform: none is ever made on first use. */
await runStep('topics', ({ kafkaBrokers }, logger) => createTopics(kafkaBrokers, logger));
