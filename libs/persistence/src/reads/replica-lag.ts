/** Where the primary's log had come to at a time. */
interface Mark {
  readonly position: bigint;
  readonly atMs: number;
}

/**
 * How old the state of a replica is at most, by positions in the log and one clock. It says so of an idle primary as well, of a replica
 * that has lost its primary, and of a question that is not answered: what is not heard of again gets older.
 */
export class ReplicaLag {
  #asOfMs = -Infinity;
  #mark: Mark | undefined;

  /**
   * Notes that the replica has come to a position, and then that the primary was at another.
   * @param nowMs of a monotonic clock, before the primary was asked
   */
  note(replica: bigint, primary: bigint, nowMs: number): void {
    if (this.#mark && replica >= this.#mark.position) this.#reached(this.#mark.atMs);
    if (replica >= primary) this.#reached(nowMs);
    this.#mark ??= { position: primary, atMs: nowMs };
  }

  /** Forgets what was known: it has to be seen anew. */
  forget(): void {
    this.#asOfMs = -Infinity;
    this.#mark = undefined;
  }

  /** Infinite as long as nothing is known. */
  ms(nowMs: number): number {
    return nowMs - this.#asOfMs;
  }

  #reached(atMs: number): void {
    this.#asOfMs = Math.max(this.#asOfMs, atMs);
    this.#mark = undefined;
  }
}
