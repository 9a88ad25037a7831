import type { StackService } from '../../scripts/lib/stack.mjs';
import { expectNothingLostOrDoubled } from '../support/nothing-lost.js';
import { unacknowledged } from '../support/shop.js';
import { startStackUnderTest, type StackUnderTest } from '../support/stack-under-test.js';

const ORDERS_PER_SECOND = 100;
const TEST_TIMEOUT_MS = 90_000;

describe('When a service is killed amid payments and started again', () => {
  let system: StackUnderTest;
  beforeAll(async () => {
    system = await startStackUnderTest();
  }, TEST_TIMEOUT_MS);
  afterAll(() => system.stop(), TEST_TIMEOUT_MS);

  // Those with the longest leases first: they end while the others are killed.
  const victims: readonly StackService[] = ['webhooks', 'payments', 'ledger', 'onboarding', 'gateway'];
  it.each(victims)(
    'every order is acknowledged (%s)',
    async (victim) => {
      const { stack, shop } = system;
      const sale = shop.sell(victim, ORDERS_PER_SECOND);
      await sale.acknowledges(ORDERS_PER_SECOND);
      await stack.kill(victim);
      await stack.restart(victim);
      const ordersSoFar = sale.orders.length;
      await sale.acknowledges(ordersSoFar + 1);
      const orders = await sale.stop();
      expect(unacknowledged(orders)).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it('nothing is lost and nothing is doubled', () => expectNothingLostOrDoubled(system), TEST_TIMEOUT_MS);
});
