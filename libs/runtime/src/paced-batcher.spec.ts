import { jest } from '@jest/globals';
import fc from 'fast-check';
import { BUSY_BATCH_SIZE, PacedBatcher } from './paced-batcher.js';

/** A flush that records its batches and waits until it is let go. */
class Gate {
  readonly batches: (readonly number[])[] = [];
  #open: () => void = () => undefined;
  #opened: Promise<void> = Promise.resolve();

  close(): void {
    this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  open(): void {
    this.#open();
  }

  readonly flush = async (items: readonly number[]): Promise<number[]> => {
    this.batches.push(items);
    await this.#opened;
    return items.map((item) => item * 10);
  };
}

async function flushUnless13(items: readonly number[]): Promise<number[]> {
  await Promise.resolve();
  if (items.includes(13)) throw new Error('bad luck');
  return [...items];
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('PacedBatcher', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('hands on what is added in one turn as one batch, each with its own result', async () => {
    const gate = new Gate();
    const batcher = new PacedBatcher({ flush: gate.flush, maxSize: 10, lingerMs: 1_000 });

    const results = await Promise.all(numbers(3).map((item) => batcher.add(item)));

    expect(results).toEqual([0, 10, 20]);
    expect(gate.batches).toEqual([[0, 1, 2]]);
  });

  it('starts at once when it was idle', async () => {
    const gate = new Gate();
    const batcher = new PacedBatcher({ flush: gate.flush, maxSize: 10, lingerMs: 60_000 });

    expect(await batcher.add(1)).toBe(10);
  });

  it('lets the next batch gather while one is flushed, and never flushes two at once', async () => {
    const gate = new Gate();
    gate.close();
    const batcher = new PacedBatcher({ flush: gate.flush, maxSize: 10, lingerMs: 0 });
    const first = batcher.add(1);
    await Promise.resolve();
    const others = [batcher.add(2), batcher.add(3)];

    expect(gate.batches).toEqual([[1]]);
    gate.open();
    expect(await Promise.all([first, ...others])).toEqual([10, 20, 30]);
    expect(gate.batches).toEqual([[1], [2, 3]]);
  });

  it.each([
    ['the whole linger after batches that are worth it', BUSY_BATCH_SIZE, 1],
    ['a part of it after small ones', BUSY_BATCH_SIZE / 4, 1 / 4],
  ])('paces the starts under load: %s', async (_, batchSize, share) => {
    jest.useFakeTimers();
    const gate = new Gate();
    const lingerMs = 60;
    const batcher = new PacedBatcher({ flush: gate.flush, maxSize: 100, lingerMs });

    for (let round = 1; round <= 3; round += 1) {
      const added = Promise.all(numbers(batchSize).map((item) => batcher.add(item)));
      await jest.advanceTimersByTimeAsync(round === 1 ? 0 : lingerMs * share - 1);
      expect(gate.batches).toHaveLength(Math.max(1, round - 1));
      await jest.advanceTimersByTimeAsync(round === 1 ? 0 : 1);
      expect(gate.batches).toHaveLength(round);
      await added;
    }
  });

  it('does not wait out the pause with a full batch', async () => {
    const gate = new Gate();
    const batcher = new PacedBatcher({ flush: gate.flush, maxSize: 3, lingerMs: 60_000 });
    await batcher.add(0);

    await Promise.all(numbers(3).map((item) => batcher.add(item)));

    expect(gate.batches).toEqual([[0], [0, 1, 2]]);
  });

  it('fails exactly the members of the batch that failed and goes on', async () => {
    const batcher = new PacedBatcher({ flush: flushUnless13, maxSize: 2, lingerMs: 0 });

    const outcomes = await Promise.allSettled([1, 2, 13, 4, 5].map((item) => batcher.add(item)));

    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
  });

  it('is drained when nothing waits or runs any more', async () => {
    const gate = new Gate();
    gate.close();
    const batcher = new PacedBatcher({ flush: gate.flush, maxSize: 2, lingerMs: 0 });
    const added = numbers(5).map((item) => batcher.add(item));
    let isDrained = false;
    const drained = batcher.drained().then(() => (isDrained = true));
    await Promise.resolve();

    expect({ isDrained, size: batcher.size }).toEqual({ isDrained: false, size: 5 });
    gate.open();
    await drained;
    expect({ batches: gate.batches.length, size: batcher.size }).toEqual({ batches: 3, size: 0 });
    expect(await Promise.all(added)).toEqual([0, 10, 20, 30, 40]);
    await batcher.drained();
  });

  it('loses, doubles and reorders nothing, however items arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 7 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 2 }),
        async (bursts, maxSize, lingerMs) => {
          const gate = new Gate();
          const batcher = new PacedBatcher({ flush: gate.flush, maxSize, lingerMs });
          const added: Promise<number>[] = [];
          for (const burst of bursts) {
            for (const _ of numbers(burst)) added.push(batcher.add(added.length));
            await new Promise(setImmediate);
          }

          expect(await Promise.all(added)).toEqual(numbers(added.length).map((item) => item * 10));
          expect(gate.batches.flat()).toEqual(numbers(added.length));
          for (const batch of gate.batches) expect(batch.length).toBeLessThanOrEqual(maxSize);
        },
      ),
      { numRuns: 50 },
    );
  });
});
