/** Ids that were noted within a time: for as long at least, and twice as long at most. */
export class RecentIds {
  #current = new Set<string>();
  #previous = new Set<string>();
  #turnedAtMs = -Infinity;

  constructor(private readonly keptMs: number) {}

  /** @param nowMs of a monotonic clock, here and below */
  note(id: string, nowMs: number): void {
    this.#turn(nowMs);
    this.#current.add(id);
  }

  has(id: string, nowMs: number): boolean {
    this.#turn(nowMs);
    return this.#current.has(id) || this.#previous.has(id);
  }

  #turn(nowMs: number): void {
    const ageMs = nowMs - this.#turnedAtMs;
    if (ageMs < this.keptMs) return;
    this.#previous = ageMs < 2 * this.keptMs ? this.#current : new Set();
    this.#current = new Set();
    this.#turnedAtMs = nowMs;
  }
}
