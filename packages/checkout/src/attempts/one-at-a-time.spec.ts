import { oneAtATime } from './one-at-a-time.js';

/** Work that goes on until it is told to end. */
function longWork() {
  const [begin, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = async () => {
    begin.resolve();
    await end.promise;
  };
  return { work, begun: begin.promise, end: end.resolve };
}

describe('oneAtATime', () => {
  it('lets a second tab wait for the first', async () => {
    const [one, other] = [oneAtATime('a', navigator.locks), oneAtATime('a', navigator.locks)];
    const order: string[] = [];
    const first = longWork();
    const firstDone = one(async () => {
      await first.work();
      order.push('first');
    });
    await first.begun;
    const secondDone = other(async () => void order.push('second'));
    first.end();
    await Promise.all([firstDone, secondDone]);
    expect(order).toEqual(['first', 'second']);
  });

  it('goes on without a tab that holds the lock and never ends', async () => {
    const frozen = longWork();
    const freezing = oneAtATime('b', navigator.locks)(frozen.work);
    await frozen.begun;
    expect(await oneAtATime('b', navigator.locks, 1)(async () => 'done')).toBe('done');
    frozen.end();
    await freezing;
  });

  it('tells what the work threw, and does it once', async () => {
    let times = 0;
    const work = async () => {
      times += 1;
      throw new Error('broken');
    };
    await expect(oneAtATime('c', navigator.locks)(work)).rejects.toThrow('broken');
    expect(times).toBe(1);
  });

  it('just works where there are no locks', async () => {
    expect(await oneAtATime('d', undefined)(async () => 7)).toBe(7);
  });
});
