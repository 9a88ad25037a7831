import type { Handler } from '../bus.js';

/**
 * Finds the handler of a message type. The most specific pattern wins: the exact name, then the longest prefix (`charge.*`), then `*`.
 */
export class HandlerIndex<Entry> {
  readonly #exact = new Map<string, Entry>();
  readonly #prefixes: { prefix: string; entry: Entry }[] = [];

  /** @throws Error when two handlers name the same pattern: a message goes to one handler of a group */
  constructor(handlers: readonly Handler[], entryOf: (handler: Handler) => Entry) {
    const seen = new Set<string>();
    for (const handler of handlers) {
      const { pattern } = handler;
      if (seen.has(pattern)) throw new Error(`Two handlers for "${pattern}" in one group.`);
      seen.add(pattern);
      if (pattern.endsWith('*')) this.#prefixes.push({ prefix: pattern.slice(0, -1), entry: entryOf(handler) });
      else this.#exact.set(pattern, entryOf(handler));
    }
    this.#prefixes.sort((left, right) => right.prefix.length - left.prefix.length);
  }

  find(type: string): Entry | undefined {
    const exact = this.#exact.get(type);
    if (exact || this.#prefixes.length === 0) return exact;
    return this.#prefixes.find(({ prefix }) => type.startsWith(prefix))?.entry;
  }
}
