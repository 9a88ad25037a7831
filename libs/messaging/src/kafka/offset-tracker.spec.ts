import { deepStrictEqual as equal } from 'node:assert/strict';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { OffsetTracker } from './offset-tracker.js';

/** What may happen to a partition; each checks the tracker against the model beside it. */
class Partition {
  readonly tracker: OffsetTracker;
  readonly unfinished = new Set<number>();
  committed: number;
  next: number;

  constructor(firstOffset: number) {
    this.tracker = new OffsetTracker(firstOffset);
    this.committed = firstOffset;
    this.next = firstOffset;
  }

  /** Offsets may have gaps: compaction, markers of transactions. */
  take(gap: number): void {
    const offset = this.next + gap;
    equal(this.tracker.take(offset), true);
    this.unfinished.add(offset);
    this.next = offset + 1;
  }

  finish(choice: number): void {
    const offset = [...this.unfinished][choice % Math.max(this.unfinished.size, 1)];
    if (offset === undefined) return;
    this.tracker.finish(offset);
    this.unfinished.delete(offset);
  }

  commit(): void {
    const position = this.tracker.committable;
    equal(position, Math.min(this.next, ...this.unfinished));
    equal(this.tracker.hasProgress, position > this.committed);
    this.tracker.committed(position);
    this.committed = position;
  }

  redeliver(): void {
    for (let offset = this.committed; offset < this.next; offset += 1) equal(this.tracker.take(offset), false);
  }
}

type Step = (partition: Partition) => void;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.nat(3).map(
    (gap): Step =>
      (partition) =>
        partition.take(gap),
  ),
  fc.nat(50).map(
    (choice): Step =>
      (partition) =>
        partition.finish(choice),
  ),
  fc.constant<Step>((partition) => partition.commit()),
  fc.constant<Step>((partition) => partition.redeliver()),
);

describe('an offset tracker', () => {
  it('never lets a commit pass an unfinished message, and lets everything be committed in the end', () => {
    const property = fc.property(fc.nat(1_000), fc.array(step, { maxLength: 80 }), (firstOffset, steps) => {
      const partition = new Partition(firstOffset);
      for (const take of steps) take(partition);
      for (const offset of partition.unfinished) partition.tracker.finish(offset);
      equal(partition.tracker.committable, partition.next);
    });

    expect(() => fc.assert(property, runs(1_000) as fc.Parameters<[number, Step[]]>)).not.toThrow();
  });

  it('notices when the position of the group was set back', () => {
    const tracker = new OffsetTracker(10);
    tracker.take(10);
    tracker.finish(10);
    tracker.committed(tracker.committable);

    expect(tracker.precedes(11)).toBe(false);
    expect(tracker.precedes(10)).toBe(true);
  });
});
