/** Two, so that the next one is under way to the row when the first lets go of it. */
const AT_ONCE = 2;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets few work on one link at once. The rest would stand in line for its row, each with a connection that others need; here they wait
 * without one.
 */
export class LinkTurns {
  readonly #lines = new Map<string, Line>();

  /** Carries out `work` when its turn comes, in the order of the calls. @throws what `work` throws */
  async take<Result>(linkId: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lineFor(linkId);
    if (line.running < AT_ONCE) line.running += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#leave(linkId, line);
    }
  }

  #lineFor(linkId: string): Line {
    const line = this.#lines.get(linkId) ?? { running: 0, waiting: [] };
    this.#lines.set(linkId, line);
    return line;
  }

  /** Whoever leaves hands his place on. */
  #leave(linkId: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(linkId);
  }
}
