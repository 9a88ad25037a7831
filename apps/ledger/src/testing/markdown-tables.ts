import type { Table } from './worked-example.js';

const MARK = /<!-- example: (?<name>[^>]+) -->\n\n(?<table>(?:\|.*\n)+)/g;

/** The tables of a page that stand after a mark, `<!-- example: name -->`, by its name. */
export const tablesIn = (markdown: string): Record<string, Table> =>
  Object.fromEntries([...markdown.matchAll(MARK)].map(({ groups }) => [groups!['name']!, rowsOf(groups!['table']!)]));

const rowsOf = (table: string): Table =>
  table
    .trim()
    .split('\n')
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

/** A page with the rows of its marked tables replaced. */
export const withTables = (markdown: string, tables: Readonly<Record<string, Table>>): string =>
  markdown.replaceAll(MARK, (whole, name: string) => {
    const table = tables[name];
    return table ? `<!-- example: ${name} -->\n\n${linesOf(table)}\n` : whole;
  });

function linesOf([head, ...rows]: Table): string {
  const numeric = head!.map((_, column) => rows.every((row) => /^-?\d*$/.test(row[column]!)));
  const rule = numeric.map((isNumeric) => (isNumeric ? '---:' : '---'));
  return [head!, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
