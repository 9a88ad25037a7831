import { WorkQueue } from './work-queue.js';

/** Work that records what has begun and waits until it is let go; 13 fails. */
class Gate {
  readonly begun: number[] = [];
  readonly failures: unknown[] = [];
  #waiting: (() => void)[] = [];

  queue(bounds: { readonly concurrency: number; readonly maxSize: number }): WorkQueue<number> {
    return new WorkQueue<number>({
      work: async (item) => {
        this.begun.push(item);
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        if (item === 13) throw new Error('bad luck');
      },
      onFailure: (item, error) => this.failures.push([item, error]),
      ...bounds,
    });
  }

  /** Lets go what is under way, and what comes after it begin. */
  async open(): Promise<void> {
    for (const resolve of this.#waiting.splice(0)) resolve();
    await new Promise(setImmediate);
  }
}

function filled(queue: WorkQueue<number>, ...items: number[]): WorkQueue<number> {
  for (const item of items) queue.add(item);
  return queue;
}

describe('WorkQueue', () => {
  it('works on so many at once, in the order they came', async () => {
    const gate = new Gate();
    filled(gate.queue({ concurrency: 2, maxSize: 10 }), 1, 2, 3, 4, 5);
    await new Promise(setImmediate);

    expect(gate.begun).toEqual([1, 2]);
    await gate.open();
    expect(gate.begun).toEqual([1, 2, 3, 4]);
    await gate.open();
    expect(gate.begun).toEqual([1, 2, 3, 4, 5]);
  });

  it('is full by what waits and what is under way, and takes more even then', async () => {
    const gate = new Gate();
    const queue = filled(gate.queue({ concurrency: 1, maxSize: 2 }), 1);
    expect(queue.isFull).toBe(false);

    filled(queue, 2, 3);
    await new Promise(setImmediate);
    expect(queue.isFull).toBe(true);
    await gate.open();
    expect(queue.isFull).toBe(true);
    await gate.open();
    expect({ begun: gate.begun, isFull: queue.isFull }).toEqual({ begun: [1, 2, 3], isFull: false });
  });

  it('tells of what failed and goes on', async () => {
    const gate = new Gate();
    filled(gate.queue({ concurrency: 1, maxSize: 10 }), 13, 1);
    await new Promise(setImmediate);
    await gate.open();

    expect(gate.failures).toEqual([[13, new Error('bad luck')]]);
    expect(gate.begun).toEqual([13, 1]);
  });

  it('is drained when nothing waits or runs any more', async () => {
    const gate = new Gate();
    const queue = gate.queue({ concurrency: 1, maxSize: 10 });
    await queue.drained();

    filled(queue, 1, 13);
    let count = 0;
    const drained = [1, 2].map(() => queue.drained().then(() => (count += 1)));
    await new Promise(setImmediate);
    await gate.open();
    expect(count).toBe(0);
    await gate.open();
    await Promise.all(drained);
    expect(count).toBe(2);
  });
});
