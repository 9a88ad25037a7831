import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createInterface } from 'node:readline';

/** A file that only grows: one JSON text per line, in the order in which they were added. */
export class JsonLines<Line> {
  readonly #stream: WriteStream;

  constructor(path: string) {
    this.#stream = createWriteStream(path, { flags: 'a' });
  }

  add(line: Line): void {
    this.#stream.write(`${JSON.stringify(line)}\n`);
  }

  /** Resolves when all that was added so far can be read. */
  flush(): Promise<void> {
    return new Promise((resolve) => this.#stream.write('', () => resolve()));
  }

  async close(): Promise<void> {
    this.#stream.end();
    await finished(this.#stream);
  }
}

/** Reads such a file. A last line that its writer did not finish is left out. */
export async function* readJsonLines<Line>(path: string): AsyncGenerator<Line> {
  let unread: string | undefined;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (unread !== undefined) yield JSON.parse(unread) as Line;
    unread = text;
  }
  const last = unread === undefined ? undefined : parsed(unread);
  if (last !== undefined) yield last as Line;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
