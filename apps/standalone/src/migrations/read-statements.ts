const DOLLAR_QUOTED = /\$(\w*)\$[\s\S]*?\$\1\$/g;

/**
 * The statements of a text of SQL, each on one line, without comments and without what stands in quotes: in bodies of functions, which run
 * later, and in strings. The body of a `DO` runs now, so its statements are read too.
 */
export function readStatements(sql: string): string[] {
  const bodies: string[] = [];
  const text = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\bDO\s+(?:LANGUAGE\s+\w+\s+)?\$(\w*)\$([\s\S]*?)\$\1\$/gi, (_, _tag, body: string) => {
      bodies.push(body);
      return '';
    })
    .replaceAll(DOLLAR_QUOTED, '$$$$')
    .replaceAll(/'(?:[^']|'')*'/g, "''");
  const statements = text
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  return [...statements, ...bodies.flatMap((body) => readStatements(body))];
}

/** Cuts at the commas that are not within brackets. */
export function splitAtCommas(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}
