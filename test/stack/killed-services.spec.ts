import { commandsOf } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import type { StackService } from '../../scripts/lib/stack.mjs';
import { expectNothingLostOrDoubled } from '../support/nothing-lost.js';
import { unacknowledged } from '../support/shop.js';
import { startStackUnderTest, type StackUnderTest } from '../support/stack-under-test.js';
import { Topics } from '../support/topics.js';

const ORDERS_PER_SECOND = 100;
const TEST_TIMEOUT_MS = 180_000;

describe('On a stack', () => {
  let system: StackUnderTest;
  beforeAll(async () => {
    system = await startStackUnderTest();
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await system.stop();
    await system.postbacks.close();
  }, TEST_TIMEOUT_MS);

  // Those with the longest leases first: they end while the others are killed.
  const victims: readonly StackService[] = ['webhooks', 'payments', 'ledger', 'onboarding', 'gateway'];
  it.each(victims)(
    'every order is acknowledged although %s is killed amid payments',
    async (victim) => {
      const { stack, shop } = system;
      const sale = shop.sell(victim, ORDERS_PER_SECOND);
      await sale.acknowledges(ORDERS_PER_SECOND);
      await stack.kill(victim);
      await stack.restart(victim);
      await sale.acknowledges(sale.orders.length + 1);
      expect(unacknowledged(await sale.stop())).toEqual([]);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'nothing of these orders is lost and nothing is doubled',
    () => expectNothingLostOrDoubled(system),
    TEST_TIMEOUT_MS,
  );

  describe('with a second gateway', () => {
    beforeAll(async () => {
      const { stack, shop } = system;
      await stack.add('gateway');
      shop.routeTo(stack.baseUrls);
    }, TEST_TIMEOUT_MS);

    it(
      'the other one answers with the one charge when the first is killed while it waits for the answer',
      async () => {
        const { stack, shop } = system;
        const topics = await Topics.connect(stack.kafka.brokers);
        stack.instance('payments').signal('SIGSTOP');
        const buying = shop.buy('gateway killed while it waits');
        await eventually(async () => (await topics.unfinished(commandsOf('payments'))) > 0, { everyMs: 50 });
        await stack.kill('gateway');
        stack.instance('payments').signal('SIGCONT');
        expect((await buying).tries).toMatchObject([{ status: undefined }, { status: 201 }]);
        await Promise.all([topics.close(), stack.restart('gateway')]);
      },
      TEST_TIMEOUT_MS,
    );

    it.each<StackService>(['payments', 'gateway'])(
      'one retry cures what fails when one of two instances of %s is killed',
      async (victim) => {
        const { stack, shop } = system;
        if (victim === 'payments') await stack.add(victim);
        const sale = shop.sell(`one of two: ${victim}`, ORDERS_PER_SECOND);
        await sale.acknowledges(ORDERS_PER_SECOND);
        await stack.kill(victim);
        await sale.acknowledges(sale.orders.length + 1);
        const orders = await sale.stop();
        expect(orders.filter(({ tries }) => tries.length > 2)).toEqual([]);
        expect(unacknowledged(orders)).toEqual([]);
      },
      TEST_TIMEOUT_MS,
    );

    it(
      'nothing of these orders is lost and nothing is doubled either',
      () => expectNothingLostOrDoubled(system),
      TEST_TIMEOUT_MS,
    );
  });
});
