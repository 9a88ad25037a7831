import { PacedBatcher } from '@centavo/runtime';
import type { BatchHandler } from '../bus.js';
import { handleInHalves } from './handle-in-halves.js';
import type { Runner, Supervisor, Task } from './task.js';

/** Calls a batch handler: one batch at a time, the next gathers meanwhile. */
export class BatchRunner implements Runner {
  readonly takesRuns = true;
  readonly #handler: BatchHandler;
  readonly #supervisor: Supervisor;
  readonly #batcher: PacedBatcher<Task>;

  constructor(handler: BatchHandler, supervisor: Supervisor) {
    this.#handler = handler;
    this.#supervisor = supervisor;
    this.#batcher = new PacedBatcher<Task>({
      maxSize: handler.maxSize,
      lingerMs: handler.lingerMs,
      busyBatchSize: handler.busyBatchSize,
      flush: (tasks) => this.#run(tasks),
    });
  }

  offer(task: Task): void {
    void this.#batcher.add(task);
  }

  async #run(offered: readonly Task[]): Promise<void> {
    const tasks = offered.filter((task) => this.#supervisor.begin(task));
    if (tasks.length === 0) return;
    const verdicts = await handleInHalves(this.#handler, tasks);
    await Promise.all([...verdicts].map(([task, verdict]) => this.#supervisor.settle(task, verdict)));
  }
}
