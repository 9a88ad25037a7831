import type { LocalDate } from '../local-date.js';

const DAY_MS = 86_400_000;

/** Days are counted in four digits, so the count began again when it had reached 9999. */
const COUNTS = [
  { firstDay: '1997-10-08', firstFactor: 1 },
  { firstDay: '2025-02-22', firstFactor: 1000 },
] as const;
const HIGHEST_FACTOR = 9999;

/**
 * The due date as a boleto's barcode has it: days since 1997-10-07, since 2025-02-22 days since then plus 1000.
 * (Source: FEBRABAN, Comunicado FB 82/2012.)
 * @returns 1 … 9999; the same factor stands for two dates, one before 2025-02-22 and one from then on
 * @throws RangeError before 1997-10-08, and after 2049-10-13, when the second count has run out as well
 */
export function dueFactor(date: LocalDate): number {
  const count = COUNTS.findLast(({ firstDay }) => firstDay <= date);
  if (!count) throw new RangeError(`${date} is before boletos had due factors`);
  const factor = count.firstFactor + (Date.parse(date) - Date.parse(count.firstDay)) / DAY_MS;
  if (factor > HIGHEST_FACTOR) throw new RangeError(`${date} is after the last due factor`);
  return factor;
}
