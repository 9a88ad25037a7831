import { firstIdAt } from '@centavo/runtime';
import { ID_AGE_MS } from './ids-by-time.js';
import { where, type Filter } from './list.js';

/**
 * That a resource was made at or after `from` and before `until`; null: whenever. The range of ids is what the index of a list can use, and
 * wider than the range of times, which decides.
 */
export const madeBetween = (from: Date | null, until: Date | null): Filter[] => [
  where('id >=', from && firstIdAt(from.getTime() - ID_AGE_MS)),
  where('id <', until && firstIdAt(until.getTime() + ID_AGE_MS)),
  where('created_at >=', from),
  where('created_at <', until),
];
