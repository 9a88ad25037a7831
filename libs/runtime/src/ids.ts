import { uuidv7 } from 'uuidv7';

/** A new id: UUIDv7, so ids of one process sort by the time they were made. */
export const newId = (): string => uuidv7();

/** UUIDv7 begins with the millisecond it was made in: 48 bits of it. */
const LAST_MS = 2 ** 48 - 1;

/** The smallest id of a millisecond. */
export function firstIdAt(epochMs: number): string {
  const ms = Math.min(Math.max(Math.trunc(epochMs), 0), LAST_MS);
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** Before every id: where whoever reads in the order of ids begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** After every id. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
