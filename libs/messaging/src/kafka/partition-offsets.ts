import { OffsetTracker } from './offset-tracker.js';

/** A position to commit. */
export interface Position {
  readonly topic: string;
  readonly partition: number;
  readonly tracker: OffsetTracker;
  readonly offset: number;
}

/** The trackers of the partitions that this consumer holds. */
export class PartitionOffsets {
  readonly #trackers = new Map<string, { topic: string; partition: number; tracker: OffsetTracker }>();

  /** The tracker for a message at this offset. A group whose position was set back starts afresh. */
  tracker(topic: string, partition: number, offset: number): OffsetTracker {
    const name = nameOf(topic, partition);
    const known = this.#trackers.get(name)?.tracker;
    if (known && !known.precedes(offset)) return known;

    const tracker = new OffsetTracker(offset);
    this.#trackers.set(name, { topic, partition, tracker });
    return tracker;
  }

  holds(topic: string, partition: number): boolean {
    return this.#trackers.has(nameOf(topic, partition));
  }

  /** Forgets the partitions that are not assigned any more. */
  keep(assignment: Readonly<Record<string, readonly number[]>>): void {
    for (const [name, { topic, partition }] of this.#trackers) {
      if (!assignment[topic]?.includes(partition)) this.#trackers.delete(name);
    }
  }

  forgetAll(): void {
    this.#trackers.clear();
  }

  /** What can be committed and is not. */
  progress(): Position[] {
    return [...this.#trackers.values()]
      .filter(({ tracker }) => tracker.hasProgress)
      .map((entry) => ({ ...entry, offset: entry.tracker.committable }));
  }
}

const nameOf = (topic: string, partition: number): string => `${topic}/${partition}`;
