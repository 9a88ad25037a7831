/**
 * Which messages of one partition are finished. Messages finish in any order, but an offset may be committed only when everything
 * before it is finished: {@link committable} never passes a hole.
 */
export class OffsetTracker {
  /** Ascending, because they are added in that order. */
  readonly #unfinished = new Set<number>();
  #committed: number;
  #next: number;

  /** @param firstOffset of the first message this consumer got of the partition */
  constructor(firstOffset: number) {
    this.#committed = firstOffset;
    this.#next = firstOffset;
  }

  /** Whether the offset comes before everything known, which happens when the group's position was set back. */
  precedes(offset: number): boolean {
    return offset < this.#committed;
  }

  /** @returns false when it was taken before: after a rebalance the broker repeats what was not committed */
  take(offset: number): boolean {
    if (offset < this.#next) return false;
    this.#unfinished.add(offset);
    this.#next = offset + 1;
    return true;
  }

  finish(offset: number): void {
    this.#unfinished.delete(offset);
  }

  /** The position to commit: the first offset that is not finished. */
  get committable(): number {
    const [first] = this.#unfinished;
    return first ?? this.#next;
  }

  /** Whether there is something new to commit. */
  get hasProgress(): boolean {
    return this.committable > this.#committed;
  }

  committed(position: number): void {
    this.#committed = Math.max(this.#committed, position);
  }
}
