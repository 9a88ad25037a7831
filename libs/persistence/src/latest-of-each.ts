/** A row as a write leaves it: one version further than the one that the write was decided on. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

/**
 * Of several writes of one row only one can come true: the one that was decided on the row's latest version, and of two that were decided
 * on the same, the first. The others are stale, and must not take its place in a transaction that writes many.
 * @param rowOf what a write makes of its row
 * @returns one write per row, by the row's id
 */
export function latestOfEach<Write>(writes: readonly Write[], rowOf: (write: Write) => Versioned): Map<string, Write> {
  const latest = new Map<string, Write>();
  for (const write of writes) {
    const { id, version } = rowOf(write);
    const other = latest.get(id);
    if (!other || rowOf(other).version < version) latest.set(id, write);
  }
  return latest;
}
