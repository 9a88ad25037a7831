/** A longer line is searched in pieces; they overlap, so that nothing is cut through in all of them. */
const longestPiece = 1_048_576;
const overlap = 4_096;

/**
 * The lines of a text that comes in parts, with bounded memory.
 * @param {AsyncIterable<string>} parts
 * @returns {AsyncGenerator<{number: number, text: string}>} `number` from 1
 */
export async function* linesOf(parts) {
  let number = 1;
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + part).split('\n');
    rest = lines.pop();
    for (const text of lines) yield { number: number++, text };
    if (rest.length <= longestPiece) continue;
    yield { number, text: rest };
    rest = rest.slice(-overlap);
  }
  if (rest) yield { number, text: rest };
}
