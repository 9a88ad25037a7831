import { TokenBuckets } from './token-buckets.js';

const takeMany = (buckets: TokenBuckets, count: number, nowMs: number) =>
  Array.from({ length: count }, () => buckets.take('key', nowMs)).filter((waitSeconds) => waitSeconds === 0).length;

describe('A token bucket', () => {
  it('lets a burst of twice the rate through and says when to come again', () => {
    const buckets = new TokenBuckets(10);
    expect(takeMany(buckets, 50, 0)).toBe(20);
    expect(buckets.take('key', 0)).toBe(1);
  });

  it('fills with the rate, and never above a burst', () => {
    const buckets = new TokenBuckets(10);
    takeMany(buckets, 20, 0);
    expect(takeMany(buckets, 50, 1000)).toBe(10);
    expect(takeMany(buckets, 50, 3_600_000)).toBe(20);
  });

  it('counts each key apart', () => {
    const buckets = new TokenBuckets(1);
    takeMany(buckets, 2, 0);
    expect(buckets.take('key', 0)).toBe(1);
    expect(buckets.take('other', 0)).toBe(0);
  });

  it('is no limit at rate 0', () => {
    expect(takeMany(new TokenBuckets(0), 1000, 0)).toBe(1000);
  });
});
