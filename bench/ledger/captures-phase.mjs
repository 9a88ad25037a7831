import { costOf } from '../alone/cost.mjs';

/**
 * Brings captures and waits until all of them are posted, and then chained.
 * @param {{system: import('../alone/systems.mjs').LoneSystem, books: import('./books.mjs').Books}} ledger
 * @param {string} name
 * @param {{count: number, merchantIds: string[], method: 'credit_card' | 'pix'}} load
 */
export async function captures({ system, books }, name, load) {
  const { count } = load;
  const postedBefore = await books.countTransactions();
  const { result: times, costPer } = await costOf(system, async () => {
    const startedAt = performance.now();
    const lastIds = await system.producer.call('feed', load);
    await books.untilPosted({ lastIds, total: postedBefore + count });
    const postedAt = performance.now();
    await books.untilChained();
    return { seconds: (postedAt - startedAt) / 1000, chainedAfterSeconds: (performance.now() - postedAt) / 1000 };
  });
  return { name, posted: count, perSecond: count / times.seconds, ...times, ...costPer(count) };
}
