/** Runs `work` while no other tab with the same page runs any. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/** A tab in the background of a phone may be frozen with the lock in its hands. */
const PATIENCE_MS = 30_000;

/**
 * By the browser's locks, which end with the tab that holds them. They are missing on pages without https and in old browsers: there two
 * tabs that begin within the same moment could both pay. Everything else holds by the idempotency key, also without a lock.
 */
export function oneAtATime(name: string, locks: LockManager | undefined, patienceMs = PATIENCE_MS): OneAtATime {
  if (!locks) return (work) => work();
  return async <T>(work: () => Promise<T>) => {
    const patience = AbortSignal.timeout(patienceMs);
    let hasBegun = false;
    try {
      return (await locks.request(name, { signal: patience }, () => {
        hasBegun = true;
        return work();
      })) as T;
    } catch (error) {
      if (hasBegun || !patience.aborted) throw error;
      return await work();
    }
  };
}
