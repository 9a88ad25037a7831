import { AsyncLocalStorage } from 'node:async_hooks';
import { outsideTraces } from '../tracing/trace-context.js';

/** Something that was caused by a request: a message, of the bus. */
export interface Caused {
  readonly headers: { readonly correlationId?: string | undefined };
}

/** A batch may have hundreds of members. */
const MAX_NAMED = 20;

const context = new AsyncLocalStorage<readonly Caused[] | undefined>();

/** Runs `work` so that every line that is logged in it, however far down, names the requests behind it. */
export const inLogContext = <Result>(causes: readonly Caused[], work: () => Result): Result =>
  context.run(causes, work);

/** Runs `work` that serves others than those who happened to start it, and is no part of their trace: a batch that was gathered, a queue that is worked off. */
export const outsideLogContext = <Result>(work: () => Result): Result =>
  outsideTraces(() => context.run(undefined, work));

/** What a line that is logged now says of the requests behind it. */
export function correlation(): Record<string, unknown> {
  const causes = context.getStore();
  if (!causes) return {};
  const ids = [...new Set(causes.map(({ headers }) => headers.correlationId))].filter((id) => id !== undefined);
  if (ids.length > 1) return { correlationIds: ids.slice(0, MAX_NAMED) };
  return ids.length === 1 ? { correlationId: ids[0] } : {};
}
