import { latestOfEach } from './latest-of-each.js';

const itself = <Write>(write: Write): Write => write;

describe('latestOfEach', () => {
  it('keeps of each row the write that was decided on its latest version, wherever it stands', () => {
    const [stale, current, other] = [
      { id: 'a', version: 2 },
      { id: 'a', version: 3 },
      { id: 'b', version: 1 },
    ];

    for (const writes of [
      [stale, current, other],
      [current, other, stale],
    ]) {
      expect(latestOfEach(writes, itself)).toEqual(
        new Map([
          ['a', current],
          ['b', other],
        ]),
      );
    }
  });

  it('keeps the first of two that were decided on the same version', () => {
    const [first, second] = [
      { id: 'a', version: 2 },
      { id: 'a', version: 2 },
    ];

    expect(latestOfEach([first, second], itself).get('a')).toBe(first);
  });
});
