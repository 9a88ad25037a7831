const GAP = '  ';

/** What the API answered, for people. @param {Pick<import('./commands.mjs').Command, 'columns' | 'list'>} command */
export function readable({ message, data, pagination }, { columns, list }) {
  if (!Array.isArray(data)) return [message, '', ...whole(data, list, columns)].join('\n');
  const lines = data.length > 0 ? rowsOf(data, columns) : ['None.'];
  return pagination ? [...lines, '', footer(pagination)].join('\n') : lines.join('\n');
}

/** A resource; the list in it, where there is one, as a table of its own. */
function whole(data, list, columns) {
  if (list === undefined) return pairs(flatten(data));
  const { [list]: items, ...rest } = data;
  return [...pairs(flatten(rest)), ...(items.length > 0 ? ['', ...rowsOf(items, columns)] : [])];
}

const rowsOf = (items, columns) =>
  table([columns, ...items.map((item) => columns.map((column) => text(within(item, column.split('.')))))]);

/** What a path leads to; through a list it leads to one of each. */
function within(value, [name, ...path]) {
  if (name === undefined) return value;
  return Array.isArray(value) ? value.map((item) => within(item, [name, ...path])) : within(value?.[name], path);
}

const footer = ({ page, totalPages, total }) => `Page ${page} of ${Math.max(totalPages, 1)}, ${total} in all.`;

/** Lines with aligned columns; the last is as wide as it likes. @param {readonly (readonly string[])[]} rows */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join(GAP)
      .trimEnd(),
  );
}

const pairs = (entries) => (entries.length > 0 ? table(entries.map(([name, value]) => [name, text(value)])) : []);

/** An object's fields by their dotted names; lists stay whole. */
function flatten(value, path = []) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path.join('.'), value]];
  return Object.entries(value).flatMap(([name, field]) => flatten(field, [...path, name]));
}

/** A value on one line. Texts are others' words: what would steer a terminal is shown and not obeyed. */
function text(value) {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return text(value.join(', '));
  const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return shown.replaceAll(/\p{C}/gu, (character) =>
    JSON.stringify(character)
      .slice(1, -1)
      .replace(/^\p{C}$/u, '\uFFFD'),
  );
}
