/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV Injection), in narrow and in wide letters. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
const NEEDS_QUOTES = /[",\r\n]/;
const LINE_END = '\r\n';

/** What a cell may hold; an empty cell is null. */
export type CellValue = string | number | null;

/**
 * One line of a CSV file (RFC 4180). Numbers are written as they are; a text that a spreadsheet would take for a formula gets an apostrophe in
 * front, which makes a text of it.
 */
export const csvLine = (values: readonly CellValue[]): string => values.map(cellOf).join(',') + LINE_END;

function cellOf(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
