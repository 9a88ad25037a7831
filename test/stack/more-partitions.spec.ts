import { rm } from 'node:fs/promises';
import { commandsOf, eventsOf } from '@centavo/contracts';
import { growTopics } from '@centavo/messaging';
import { silentLogger } from '@centavo/testing';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { expectNothingLostOrDoubled } from '../support/nothing-lost.js';
import { startStackUnderTest, type StackUnderTest } from '../support/stack-under-test.js';
import { Topics } from '../support/topics.js';

const ORDERS_PER_SECOND = 20;
const TEST_TIMEOUT_MS = 300_000;

describe('A platform whose topics get more partitions', () => {
  let dataDir: string;
  let system: StackUnderTest | undefined;
  beforeAll(async () => {
    dataDir = await temporaryFolder('grown');
  });
  afterAll(async () => {
    await system?.stop();
    await system?.postbacks.close();
    await rm(dataDir, { recursive: true, force: true });
  }, TEST_TIMEOUT_MS);

  it(
    'refuses that while it runs, and sells before and after without losing or doubling anything',
    async () => {
      system = await startStackUnderTest({ dataDir });
      const { shop } = system;
      const before = shop.sell('before', ORDERS_PER_SECOND);
      await before.acknowledges(3 * ORDERS_PER_SECOND);
      await before.stop();
      const access = { brokers: [system.stack.kafka.brokers] };
      await expect(growTopics({ access, logger: silentLogger, partitions: 12 })).rejects.toThrow(
        'payments, onboarding, ledger, webhooks, a gateway must be stopped',
      );
      await expectNothingLostOrDoubled(system);
      await system.stop();

      system = await startStackUnderTest({ dataDir, env: { KAFKA_PARTITIONS: '12' }, scale: { payments: 2 } }, system);
      const after = shop.sell('after', ORDERS_PER_SECOND);
      await after.acknowledges(10 * ORDERS_PER_SECOND);
      await after.stop();
      await expectNothingLostOrDoubled(system);

      const topics = await Topics.connect(system.stack.kafka.brokers);
      for (const topic of [commandsOf('payments'), eventsOf('payments'), eventsOf('ledger')]) {
        const used = (await topics.records(topic)).filter((records) => records > 0);
        expect([topic, used.length]).toEqual([topic, 12]);
      }
      await topics.close();
    },
    TEST_TIMEOUT_MS,
  );
});
