import { AnswerTimes } from './answer-times.domain.js';

describe('While answers come', () => {
  let times: AnswerTimes;
  beforeEach(() => {
    times = new AnswerTimes();
    times.noteFirst(0);
  });

  /** One answer per ms. */
  const answer = (tookMs: number, from: number, until: number): void => {
    for (let now = from; now < until; now += 1) times.noteAnswer(tookMs, now);
  };

  it('there is room for any number when some are quick, however slow the others are', () => {
    for (let now = 0; now < 2_000; now += 100) {
      times.noteAnswer(7_000, now);
      times.noteAnswer(20, now);
    }
    expect(times.room(2_000)).toBe(Infinity);
  });

  it('there is room for half a second of work when even the quickest is slow, until one is quick again', () => {
    answer(800, 0, 2_000);
    expect(times.room(1_999)).toBe(500);
    times.noteAnswer(20, 2_010);
    expect(times.room(2_020)).toBe(Infinity);
  });

  it('a quick one is not remembered for longer than half a second', () => {
    times.noteAnswer(20, 0);
    answer(800, 50, 600);
    expect(times.room(600)).toBeLessThan(Infinity);
  });

  it('there is always room for some', () => {
    for (let now = 0; now < 2_000; now += 100) times.noteAnswer(800, now);
    expect(times.room(2_000)).toBe(200);
  });
});

describe('While none comes', () => {
  it('there is room for some after a quarter of a second, and for any number before', () => {
    const times = new AnswerTimes();
    times.noteFirst(60_000);
    expect(times.room(60_250)).toBe(Infinity);
    expect(times.room(60_251)).toBe(200);
  });
});
