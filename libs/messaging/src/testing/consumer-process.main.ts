import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@centavo/testing';
import { KafkaBus } from '../kafka/kafka-bus.js';
import { CollectedDeadLetters } from './bus-fixture.js';
import type { ConsumerProcessOptions } from './consumer-process.js';

/** Slow enough to be killed in the middle. */
const HANDLING_MS = 20;

const { brokers, group, topic } = JSON.parse(process.argv[2] ?? '') as ConsumerProcessOptions;
const bus = new KafkaBus({ access: { brokers }, logger: silentLogger, sessionTimeoutMs: 2_000 });
await bus.subscribe({
  group,
  topics: [topic],
  deadLetters: new CollectedDeadLetters(),
  handlers: [
    {
      kind: 'single',
      pattern: 'noted',
      handle: async ({ payload }) => {
        await sleep(HANDLING_MS);
        process.send?.(payload);
      },
    },
  ],
});
