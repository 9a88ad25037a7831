/** Lets so many lines through in each second, and counts the others. */
export class LineBudget {
  #second = -Infinity;
  #taken = 0;
  #leftOut = 0;

  constructor(private readonly perSecond: number) {}

  /** @returns undefined when there is no line left; else how many were left out since the last that was let through */
  take(nowMs: number): { readonly leftOut: number } | undefined {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#taken = 0;
    }
    if (this.#taken >= this.perSecond) {
      this.#leftOut += 1;
      return undefined;
    }
    this.#taken += 1;
    const leftOut = this.#leftOut;
    this.#leftOut = 0;
    return { leftOut };
  }
}
