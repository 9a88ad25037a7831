/** The longest wait a client can ask for. */
export const MAX_WAIT_SECONDS = 30;

/** One preference up to the next comma; a comma inside quotes belongs to it. */
const PREFERENCE = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const WAIT = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;|$)/i;

/**
 * How long a client is willing to wait for an outcome, by its `Prefer: wait=N` header (RFC 7240).
 * @returns 1..30 seconds; undefined when there is no such preference: one that cannot be met is one to ignore
 */
export function preferredWaitSeconds(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const preferences = [header].flat().join(',').match(PREFERENCE) ?? [];
  const waits = preferences.map((preference) => WAIT.exec(preference)?.[1]).filter((text) => text !== undefined);
  // The first of several counts.
  const seconds = Number(waits[0]);
  return seconds >= 1 && seconds <= MAX_WAIT_SECONDS ? seconds : undefined;
}
