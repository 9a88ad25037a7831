import { table } from './markdown.mjs';

/** Smaller differences are noise. */
const leastChange = 0.1;
const heading = ['Figure', 'Before', 'Now', 'Change'];

/**
 * What a run changed: figures that stand in a table of both, under the same heads, in rows and columns of the same names.
 * @param {string} before the markdown of the last run
 * @param {string} now
 * @returns {string} markdown; empty when nothing can be compared
 */
export function describeChanges(before, now) {
  const earlier = figuresOf(before);
  const rows = [...figuresOf(now)].flatMap(([place, { name, text }]) => {
    const was = earlier.get(place)?.text;
    const change = changeBetween(was, text);
    return Math.abs(change) >= leastChange ? [[name, was, text, percent(change)]] : [];
  });
  if (earlier.size === 0) return '';
  const run = /commit (\w+)/.exec(before)?.[1] ?? 'unknown';
  if (rows.length === 0) return `No figure differs by a tenth from the run before (commit ${run}).\n`;
  return `What differs by a tenth or more from the run before (commit ${run}):\n\n${table(heading, rows)}\n`;
}

/** Every cell of every table that begins with a number, by where it stands. */
function figuresOf(markdown) {
  const figures = new Map();
  let head = [];
  for (const line of markdown.split('\n')) {
    const cells = line.startsWith('|')
      ? line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (cells.length === 0) head = [];
    else if (head.length === 0) head = cells;
    else if (head[0] !== heading[0] && !/^-+$/.test(cells[0])) {
      for (const [column, text] of cells.entries()) {
        const name = [cells[0], ...(head[1] === '' ? [cells[1]] : []), qualified(head, column)].join(' · ');
        // Tables with other heads may have rows of the same names.
        const place = `${head.join()} ${name}`;
        if (column > 0 && Number.isFinite(numberIn(text)) && !figures.has(place)) figures.set(place, { name, text });
      }
    }
  }
  return figures;
}

/** "p99" stands under more than one head: it belongs to the last one of two words before it. */
function qualified(head, column) {
  const owner = head.slice(0, column).findLast((name) => / p\d+$/.test(name));
  return /^p\d+$/.test(head[column]) && owner ? `${owner.replace(/ p\d+$/, '')} ${head[column]}` : head[column];
}

function changeBetween(before, now) {
  if (before === undefined) return 0;
  const [from, to] = [numberIn(before), numberIn(now)];
  if (from === to) return 0;
  return from === 0 ? Number.POSITIVE_INFINITY : to / from - 1;
}

const numberIn = (text) => Number.parseFloat(text.replace(/^≤ /, '').replaceAll(',', ''));

const percent = (change) =>
  Number.isFinite(change) ? `${change > 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %` : 'new';
