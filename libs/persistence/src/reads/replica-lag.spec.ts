import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { ReplicaLag } from './replica-lag.js';

describe('The lag of a replica', () => {
  let lag: ReplicaLag;
  beforeEach(() => {
    lag = new ReplicaLag();
  });

  it('is not known before anything is', () => expect(lag.ms(5_000)).toBe(Infinity));

  it('is none on an idle primary', () => {
    lag.note(7n, 7n, 1_000);
    lag.note(7n, 7n, 60_000);

    expect(lag.ms(60_000)).toBe(0);
  });

  it('is the time since the primary was where the replica is', () => {
    lag.note(10n, 20n, 1_000);
    expect(lag.ms(1_000)).toBe(Infinity);
    lag.note(25n, 30n, 2_000);

    expect(lag.ms(2_000)).toBe(1_000);
  });

  it('grows while the replica stands still', () => {
    lag.note(10n, 10n, 1_000);
    for (const nowMs of [2_000, 3_000, 4_000]) lag.note(10n, 11n, nowMs);

    expect(lag.ms(4_000)).toBe(3_000);
  });

  it('grows while nothing is heard', () => {
    lag.note(10n, 10n, 1_000);

    expect(lag.ms(9_000)).toBe(8_000);
  });

  it('is not known any more when it was forgotten', () => {
    lag.note(10n, 10n, 1_000);
    lag.forget();

    expect(lag.ms(1_000)).toBe(Infinity);
  });

  it('is never said to be less than it is', () => {
    const aStep = fc.record({
      passedMs: fc.integer({ min: 1, max: 2_000 }),
      written: fc.bigInt(0n, 5n),
      replayed: fc.bigInt(0n, 5n),
    });
    fc.assert(
      fc.property(fc.array(aStep, { minLength: 1, maxLength: 50 }), (steps) => {
        const measured = new ReplicaLag();
        const history: { position: bigint; atMs: number }[] = [];
        let [nowMs, primary, replica] = [0, 0n, 0n];
        for (const { passedMs, written, replayed } of steps) {
          nowMs += passedMs;
          primary += written;
          const asked = replica + replayed < primary ? replica + replayed : primary;
          replica = asked;
          history.push({ position: primary, atMs: nowMs });
          measured.note(replica, primary, nowMs);
          // The replica has all that there was at the last time when the primary was no further than it is.
          const asOfMs = history.findLast(({ position }) => position <= replica)?.atMs ?? -Infinity;
          expect(measured.ms(nowMs)).toBeGreaterThanOrEqual(nowMs - asOfMs);
        }
      }),
      runs(500),
    );
  });
});
