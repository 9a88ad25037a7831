import { classifyPgError } from './classify-pg-error.js';

/**
 * Writes items together and, when one of them spoils the whole, halves the group until it stands alone: the others are
 * written, it gets its own error. An outage is nobody's fault and fails all at once.
 * @param write one transaction for all it is given; results in the order of the items
 */
export async function isolateFailures<Item, Result>(
  items: readonly Item[],
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<PromiseSettledResult<Result>[]> {
  try {
    const results = await write(items);
    return results.map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (items.length === 1 || classifyPgError(reason) === 'connection')
      return items.map(() => ({ status: 'rejected', reason }));
    const middle = items.length >> 1;
    const first = await isolateFailures(items.slice(0, middle), write);
    const second = await isolateFailures(items.slice(middle), write);
    return [...first, ...second];
  }
}
