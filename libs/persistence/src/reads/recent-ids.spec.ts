import { RecentIds } from './recent-ids.js';

describe('RecentIds', () => {
  it('keeps an id for its time, whenever in it the id was noted, and not for ever', () => {
    for (const notedAtMs of [0, 1, 50, 99, 100, 250]) {
      const recent = new RecentIds(100);
      recent.note('first', 0);
      recent.note('id', notedAtMs);

      expect(recent.has('id', notedAtMs + 99)).toBe(true);
      expect(recent.has('id', notedAtMs + 200)).toBe(false);
      expect(recent.has('other', notedAtMs)).toBe(false);
    }
  });
});
