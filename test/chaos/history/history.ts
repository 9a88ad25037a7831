import { join } from 'node:path';
import type { HistoryEntry, HistoryLine } from './history-line.js';
import { JsonLines } from './json-lines.js';

/** Where the files of a run are. */
export const filesOf = (folder: string) => ({
  history: join(folder, 'history.jsonl'),
  postbacks: join(folder, 'postbacks.jsonl'),
  facts: join(folder, 'facts.jsonl'),
  data: join(folder, 'data'),
});

/** Writes down what clients asked and heard, and what was done to the stack, while it happens. */
export class History {
  readonly #lines: JsonLines<HistoryLine>;
  #operations = 0;
  #faults = 0;

  constructor(folder: string) {
    this.#lines = new JsonLines(filesOf(folder).history);
  }

  add(entry: HistoryEntry): void {
    this.#lines.add({ at: Date.now(), ...entry });
  }

  nextOperation(): number {
    this.#operations += 1;
    return this.#operations;
  }

  nextFault(): number {
    this.#faults += 1;
    return this.#faults;
  }

  flush(): Promise<void> {
    return this.#lines.flush();
  }

  close(): Promise<void> {
    return this.#lines.close();
  }
}
