import { PartitionOffsets } from './partition-offsets.js';

function finishOne(offsets: PartitionOffsets, partition: number, offset: number): void {
  const tracker = offsets.tracker('topic', partition, offset);
  tracker.take(offset);
  tracker.finish(offset);
}

describe('the offsets of the held partitions', () => {
  it('offers only new progress for commit', () => {
    const offsets = new PartitionOffsets();
    finishOne(offsets, 0, 5);
    offsets.tracker('topic', 1, 7).take(7);

    const [position, ...others] = offsets.progress();
    expect(position).toMatchObject({ topic: 'topic', partition: 0, offset: 6 });
    expect(others).toEqual([]);

    position?.tracker.committed(position.offset);
    expect(offsets.progress()).toEqual([]);
  });

  it('forgets partitions that went to another member', () => {
    const offsets = new PartitionOffsets();
    finishOne(offsets, 0, 5);
    finishOne(offsets, 1, 5);

    offsets.keep({ topic: [1] });

    expect(offsets.holds('topic', 0)).toBe(false);
    expect(offsets.progress().map(({ partition }) => partition)).toEqual([1]);
  });

  it('starts afresh when the position of the group was set back', () => {
    const offsets = new PartitionOffsets();
    finishOne(offsets, 0, 5);

    expect(offsets.tracker('topic', 0, 2).take(2)).toBe(true);
    expect(offsets.progress()).toEqual([]);
  });
});
