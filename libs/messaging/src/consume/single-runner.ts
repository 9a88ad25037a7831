import { inLogContext } from '@centavo/runtime';
import type { SingleHandler } from '../bus.js';
import type { Runner, Supervisor, Task, Verdict } from './task.js';

/** Keys handled at once by one handler: enough to fill a database pool, few enough not to queue behind it unseen. */
const CONCURRENCY = 32;

/** Calls a single handler: keys in parallel, up to a limit. */
export class SingleRunner implements Runner {
  readonly takesRuns = false;
  readonly #handler: SingleHandler;
  readonly #supervisor: Supervisor;
  readonly #offered: Task[] = [];
  #running = 0;

  constructor(handler: SingleHandler, supervisor: Supervisor) {
    this.#handler = handler;
    this.#supervisor = supervisor;
  }

  offer(task: Task): void {
    this.#offered.push(task);
    // A microtask later: a handler never runs inside the call that published its message.
    queueMicrotask(() => this.#startNext());
  }

  #startNext(): void {
    while (this.#running < CONCURRENCY) {
      const task = this.#offered.shift();
      if (!task) return;
      if (this.#supervisor.begin(task)) void this.#run(task);
    }
  }

  async #run(task: Task): Promise<void> {
    this.#running += 1;
    await this.#supervisor.settle(task, await this.#handle(task));
    this.#running -= 1;
    this.#startNext();
  }

  async #handle(task: Task): Promise<Verdict> {
    try {
      const { message } = task;
      return { kind: 'done', reply: await inLogContext([message], () => this.#handler.handle(message)) };
    } catch (error) {
      return { kind: 'failed', error };
    }
  }
}
