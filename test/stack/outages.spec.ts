import { setTimeout as delay } from 'node:timers/promises';
import { commandsOf } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { STACK_SERVICES, type StackService } from '../../scripts/lib/stack.mjs';
import { expectNothingLostOrDoubled } from '../support/nothing-lost.js';
import { unacknowledged, type Order, type Try } from '../support/shop.js';
import { isLive, startStackUnderTest, type StackUnderTest } from '../support/stack-under-test.js';
import { Topics } from '../support/topics.js';

const ORDERS_PER_SECOND = 50;
const TEST_TIMEOUT_MS = 300_000;
const OUTAGE_MS = 20_000;
/** Requests that were just being sent when it began get 504: nobody knows whether they were carried out. */
const NOTICE_MS = 1_000;
/** Half the time that an answer may take: nobody waited for one. A machine that is busy is slow to refuse too, but not always. */
const QUICK_MS = 5_000;

const triesBetween = (orders: readonly Order[], from: number, until: number): Try[] =>
  orders.flatMap(({ tries }) => tries).filter(({ startedAt }) => startedAt >= from && startedAt < until);

describe('A stack', () => {
  let system: StackUnderTest;
  beforeAll(async () => {
    system = await startStackUnderTest();
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await system.stop();
    await system.postbacks.close();
  }, TEST_TIMEOUT_MS);

  it(
    'refuses charges quickly while the broker is away, and goes on by itself when it is back',
    async () => {
      const { stack, shop } = system;
      const pids = stack.instances.map(({ pid }) => pid);
      const sale = shop.sell('broker', ORDERS_PER_SECOND);
      await sale.acknowledges(ORDERS_PER_SECOND);
      await stack.kafka.kill();
      const awayFrom = Date.now() + NOTICE_MS;
      await delay(OUTAGE_MS);
      const awayUntil = Date.now();
      await stack.kafka.restart();
      const orders = await sale.stop();

      const refusals = triesBetween(orders, awayFrom, awayUntil);
      expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([503]));
      expect(refusals.filter(({ retryAfter }) => !retryAfter)).toEqual([]);
      expect(Math.min(...refusals.map(({ durationMs }) => durationMs))).toBeLessThan(QUICK_MS);
      expect(unacknowledged(orders)).toEqual([]);
      expect(stack.instances.map(({ pid }) => pid)).toEqual(pids);
      await expectNothingLostOrDoubled(system);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'starts before its broker, and is ready when that comes',
    async () => {
      const { stack, shop } = system;
      await Promise.all(STACK_SERVICES.map((service) => stack.kill(service, 0, 'SIGTERM')));
      await stack.kafka.kill();
      const starting = STACK_SERVICES.map((service) => stack.restart(service));
      const instances = STACK_SERVICES.map((service) => stack.instance(service));
      await eventually(async () => (await Promise.all(instances.map(isLive))).every(Boolean));
      expect(await Promise.all(instances.map((instance) => instance.isReady()))).not.toContain(true);
      await stack.kafka.restart();
      await Promise.all(starting);
      const { tries } = await shop.buy('late broker');
      expect(tries).toMatchObject([{ status: 201 }]);
      await expectNothingLostOrDoubled(system);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'survives a crash of PostgreSQL amid payments',
    async () => {
      const { shop, books } = system;
      const sale = shop.sell('PostgreSQL', ORDERS_PER_SECOND);
      await sale.acknowledges(ORDERS_PER_SECOND);
      // One server process that dies takes all down: PostgreSQL ends every connection and recovers from its log.
      const [victim] = await books.database.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE usename = 'payments' LIMIT 1`,
      );
      process.kill(victim!.pid, 'SIGKILL');
      const ordersBefore = sale.orders.length;
      await sale.acknowledges(ordersBefore + ORDERS_PER_SECOND);
      expect(unacknowledged(await sale.stop())).toEqual([]);
      await expectNothingLostOrDoubled(system);
    },
    TEST_TIMEOUT_MS,
  );

  describe('with a second gateway', () => {
    beforeAll(async () => {
      const { stack, shop } = system;
      await stack.add('gateway');
      shop.routeTo(stack.baseUrls);
    }, TEST_TIMEOUT_MS);

    it(
      'answers by it with the one charge when the first is killed while it waits for the answer',
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
      'has one retry cure what fails when one of two instances of %s is killed',
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

    it('has lost and doubled nothing of these orders', () => expectNothingLostOrDoubled(system), TEST_TIMEOUT_MS);
  });
});
