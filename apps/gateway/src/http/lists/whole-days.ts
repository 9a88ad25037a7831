/** Made at or after `from` and before `until`; null: whenever. */
export interface TimeRange {
  readonly from: Date | null;
  readonly until: Date | null;
}

/** Days since 1970-01-01, from the first up to the one before `end`; null: all there are. */
export interface DayRange {
  readonly first: number | null;
  readonly end: number | null;
}

interface DividedRange {
  /** null: there is no whole day in the range. */
  readonly days: DayRange | null;
  /** What the days leave, at most a day on either side of them. */
  readonly rests: readonly TimeRange[];
}

const DAY_MS = 86_400_000;

/**
 * Divides a range of time into its whole days and what is left.
 * @param dayStartsAtMs when a day starts, in ms after midnight UTC
 */
export function divideByDays(range: TimeRange, dayStartsAtMs: number): DividedRange {
  const { from, until } = range;
  const startOf = (day: number): Date => new Date(day * DAY_MS + dayStartsAtMs);
  const first = from && Math.ceil((from.getTime() - dayStartsAtMs) / DAY_MS);
  const end = until && Math.floor((until.getTime() - dayStartsAtMs) / DAY_MS);
  if (first !== null && end !== null && first >= end) return { days: null, rests: [range] };

  const rests = [
    ...(first === null ? [] : [{ from, until: startOf(first) }]),
    ...(end === null ? [] : [{ from: startOf(end), until }]),
  ];
  return { days: { first, end }, rests: rests.filter((rest) => rest.from! < rest.until!) };
}
