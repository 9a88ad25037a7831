import { silentLogger } from '@centavo/testing';
import { KafkaBus } from '../kafka/kafka-bus.js';
import { CollectedDeadLetters } from './bus-fixture.js';
import type { ConsumerProcessOptions } from './consumer-process.js';

/** Then it waits to be killed. */
const MOST_HANDLED = 100;

const { brokers, group, topic } = JSON.parse(process.argv[2] ?? '') as ConsumerProcessOptions;
let handled = 0;
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
        if ((handled += 1) > MOST_HANDLED) await new Promise(() => undefined);
        process.send?.(payload);
      },
    },
  ],
});
