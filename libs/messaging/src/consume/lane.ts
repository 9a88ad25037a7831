import type { Task } from './task.js';

/**
 * The unfinished messages of one key, in order. Its rule: a message may start when all before it are finished or in the same batch.
 *
 * Runners are told of messages early (`offer`) so that batches can gather, and ask again (`start`) when they get to them. In between
 * an earlier message may have failed; then `start` says no and the lane offers the message again when its turn has come. Offering
 * twice is therefore harmless.
 */
export class Lane {
  readonly #tasks: Task[] = [];
  /** So many, from the front, are with their handler. */
  #started = 0;
  /** So many, from the front, their runner knows of. */
  #offered = 0;
  #backoff: NodeJS.Timeout | undefined;

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  push(task: Task): void {
    this.#tasks.push(task);
    this.#offerNext();
  }

  /** Whether the runner may handle the task now; if so it counts as started. */
  start(task: Task): boolean {
    if (this.#backoff || this.#tasks[this.#started] !== task) {
      this.#offered = this.#started;
      return false;
    }
    this.#started += 1;
    return true;
  }

  /** The started task is finished. */
  finish(task: Task): void {
    this.#tasks.splice(this.#tasks.indexOf(task), 1);
    this.#started -= 1;
    this.#offered = Math.max(this.#offered - 1, 0);
    this.#offerNext();
  }

  /** A started task was not handled and waits for its turn again. */
  putBack(): void {
    this.#started -= 1;
    this.#offered = this.#started;
    this.#offerNext();
  }

  /** A started task failed: its key rests for `delayMs`, then it is tried again. */
  retryIn(delayMs: number): void {
    this.#backoff ??= setTimeout(() => {
      this.#backoff = undefined;
      this.#offerNext();
    }, delayMs);
    this.putBack();
  }

  /** Takes out what has not started and fits. */
  removeUnstarted(fits: (task: Task) => boolean): Task[] {
    const head = this.#tasks[0];
    const removed = this.#tasks.slice(this.#started).filter(fits);
    if (removed.length === 0) return removed;

    const gone = new Set(removed);
    this.#tasks.splice(this.#started, Infinity, ...this.#tasks.slice(this.#started).filter((task) => !gone.has(task)));
    this.#offered = this.#started;
    if (this.#tasks[0] !== head) {
      clearTimeout(this.#backoff);
      this.#backoff = undefined;
    }
    this.#offerNext();
    return removed;
  }

  #offerNext(): void {
    if (this.#backoff) return;
    this.#offered = Math.max(this.#offered, this.#started);
    while (this.#offered < this.#tasks.length) {
      const task = this.#tasks[this.#offered] as Task;
      const previous = this.#tasks[this.#offered - 1];
      if (previous && !(task.runner === previous.runner && task.runner.takesRuns)) return;
      this.#offered += 1;
      task.runner.offer(task);
    }
  }
}
