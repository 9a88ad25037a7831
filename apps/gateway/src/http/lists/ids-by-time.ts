/** Ids are UUIDv7, which begin with the millisecond they were made in: 48 bits of it. */
const LAST_MS = 2 ** 48 - 1;

/** An id is made when a request comes in and `created_at` by the service that carries it out: a deadline and two clocks apart. */
export const ID_AGE_MS = 3_600_000;

/** The smallest UUIDv7 of a millisecond. */
export function firstIdAt(epochMs: number): string {
  const ms = Math.min(Math.max(Math.trunc(epochMs), 0), LAST_MS);
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
