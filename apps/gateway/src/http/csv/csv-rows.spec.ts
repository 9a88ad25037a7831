import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { csvLine } from './csv-rows.js';

/** Reads what RFC 4180 says a file is, as any reader does. */
function readCsv(text: string): string[][] {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy);
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of cells) {
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

describe('A line of CSV', () => {
  it('has its cells between commas and ends as RFC 4180 says', () =>
    expect(csvLine(['a', 7, null, 'b c'])).toBe('a,7,,b c\r\n'));

  it.each([
    ['a,b', '"a,b"\r\n'],
    ['say "hi"', '"say ""hi"""\r\n'],
    ['two\nlines', '"two\nlines"\r\n'],
    ['two\r\nlines', '"two\r\nlines"\r\n'],
    ['Conceição', 'Conceição\r\n'],
    ['', '\r\n'],
  ])('writes %j so that it can be told from what is around it', (text, line) => expect(csvLine([text])).toBe(line));

  it.each(['=1+1', '+55', '-1', '@SUM(A1)', '\t=1', '＝1+1', '=HYPERLINK("http://x","y")'])(
    'makes no formula of %j',
    (text) => expect(readCsv(csvLine([text]))).toEqual([[`'${text}`]]),
  );

  it('leaves numbers alone, below zero too', () => expect(csvLine([-100, 0])).toBe('-100,0\r\n'));

  it('is read again as it was written, whatever it says', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', ';', ' ', 'é', '=', '💰') });
    const lines = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(lines, (written) => {
        const guarded = written.map((cells) => cells.map((cell) => cell.replace(/^[=\r\n]/, "'$&")));
        expect(readCsv(written.map(csvLine).join(''))).toEqual(guarded);
      }),
      runs(200),
    );
  });
});
