import { maskedText } from './card-matcher.mjs';

/** What is told of one place; more of the same would only hide the other places. */
const shownPerPlace = 20;

/** Searches texts, prints what is found where, and counts. */
export class CardReport {
  #matcher;
  #print;
  /** Findings by place. */
  #places = new Map();
  /** Places by kind. */
  #kinds = new Map();

  /**
   * @param {import('./card-matcher.mjs').CardMatcher} matcher
   * @param {(line: string) => void} print
   */
  constructor(matcher, print) {
    this.#matcher = matcher;
    this.#print = print;
  }

  get places() {
    return this.#places.size;
  }

  get findings() {
    return [...this.#places.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * Counts a place that is searched, whether there is something in it or not.
   * @param {'files' | 'columns' | 'topics' | 'metrics endpoints'} kind
   * @param {string} place
   */
  open(kind, place) {
    if (this.#places.has(place)) return;
    this.#places.set(place, 0);
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
  }

  /**
   * @param {string} place an {@link open} one, e.g. a file or a column
   * @param {string} text
   * @param {() => string} where in the place, e.g. `:12`
   */
  search(place, text, where) {
    for (const { what, shown, how } of this.#matcher.find(text)) {
      const count = this.#places.get(place) + 1;
      this.#places.set(place, count);
      if (count <= shownPerPlace) this.#print(`${maskedText(place + where())}  ${what} ${shown}, ${how}`);
    }
  }

  /** Says what was not printed, what was searched, and the sums. */
  close() {
    for (const [place, count] of this.#places) {
      if (count > shownPerPlace) this.#print(`${maskedText(place)}  and ${count - shownPerPlace} more`);
    }
    this.#print([...this.#kinds].map(([kind, count]) => `${count} ${kind}`).join(', '));
    this.#print(`${this.places} places scanned, ${this.findings} findings`);
  }
}
