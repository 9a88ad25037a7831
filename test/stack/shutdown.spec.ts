import { rm } from 'node:fs/promises';
import { eventually } from '@centavo/testing';
import { STACK_SERVICES, type StackOptions } from '../../scripts/lib/stack.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { expectNothingLostOrDoubled } from '../support/nothing-lost.js';
import { unacknowledged } from '../support/shop.js';
import { startStackUnderTest, type StackUnderTest } from '../support/stack-under-test.js';

const ORDERS_PER_SECOND = 50;
const TEST_TIMEOUT_MS = 300_000;
/** Services that stop at the same time as the gateway leave it waiting for answers. */
const IMPATIENT = { REPLY_TIMEOUT_MS: '3000' };

describe('A stack that is told to stop amid payments', () => {
  let dataDir: string;
  let system: StackUnderTest;
  const exits: string[] = [];
  const onExit: StackOptions['onExit'] = ({ service }, how) => exits.push(`${service}: ${how}`);
  beforeAll(async () => {
    dataDir = await temporaryFolder('shutdown');
    system = await startStackUnderTest({ dataDir, env: IMPATIENT, onExit });
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await system.stop();
    await system.postbacks.close();
    await rm(dataDir, { recursive: true, force: true });
  }, TEST_TIMEOUT_MS);

  it(
    'ends cleanly, and goes on where it was on the same folder',
    async () => {
      const sale = system.shop.sell('interrupted', ORDERS_PER_SECOND);
      await sale.acknowledges(ORDERS_PER_SECOND);
      for (const instance of system.stack.instances) instance.signal('SIGTERM');
      await eventually(() => exits.length === STACK_SERVICES.length);
      expect(exits.toSorted()).toEqual(STACK_SERVICES.map((service) => `${service}: exit code 0`).toSorted());
      await system.stop();

      system = await startStackUnderTest({ dataDir, env: IMPATIENT }, system);
      expect(unacknowledged(await sale.stop())).toEqual([]);
      await expectNothingLostOrDoubled(system);
    },
    TEST_TIMEOUT_MS,
  );
});
