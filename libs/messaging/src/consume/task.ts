import type { ReceivedMessage } from '../bus.js';
import type { Delivery } from './delivery.js';
import type { Lane } from './lane.js';

/** A message that waits for, or is with, its handler. */
export interface Task {
  readonly delivery: Delivery;
  readonly message: ReceivedMessage;
  readonly lane: Lane;
  readonly runner: Runner;
  /** How often its handler has failed. */
  failures: number;
}

/** Calls one handler. */
export interface Runner {
  /** Whether it may be told of a task whose predecessors of the same key it was told of but has not finished. */
  readonly takesRuns: boolean;
  /** Tells it of a task, which it has to `begin` before it calls the handler. */
  offer(task: Task): void;
}

/** What became of a task in its handler's hands. */
export type Verdict =
  | { readonly kind: 'done'; readonly reply: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Not tried, because an earlier message of its key failed. */
  | { readonly kind: 'held' };

/** What a runner does with a task beside calling the handler. */
export interface Supervisor {
  /** Whether the task may be handled now; if so it must be settled. */
  begin(task: Task): boolean;
  /** Records what became of it. Never rejects. */
  settle(task: Task, verdict: Verdict): Promise<void>;
}
