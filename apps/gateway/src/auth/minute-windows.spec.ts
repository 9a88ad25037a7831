import { MinuteWindows } from './minute-windows.js';

describe('A count by the minute', () => {
  const limits: Readonly<Record<string, number>> = { strict: 1, lenient: 3 };
  const limitOf = (caller: string): number => limits[caller]!;

  it('lets through as many as the limit and says then how long to wait', () => {
    const windows = new MinuteWindows();
    expect(windows.count(['strict'], limitOf)).toBe(0);
    const waitSeconds = windows.count(['strict'], limitOf);
    expect(waitSeconds).toBeGreaterThan(50);
    expect(waitSeconds).toBeLessThanOrEqual(60);
  });

  it('counts for all that are named, and the strictest decides', () => {
    const windows = new MinuteWindows();
    expect(windows.count(['lenient', 'strict'], limitOf)).toBe(0);
    expect(windows.count(['lenient', 'strict'], limitOf)).toBeGreaterThan(0);
    expect(windows.count(['lenient'], limitOf)).toBe(0);
    expect(windows.count(['lenient'], limitOf)).toBeGreaterThan(0);
  });

  it('says how long to wait without counting, from the last that is allowed', () => {
    const windows = new MinuteWindows();
    expect(windows.waitOf('lenient', 2)).toBe(0);
    windows.count(['lenient'], limitOf);
    for (let look = 0; look < 5; look += 1) expect(windows.waitOf('lenient', 2)).toBe(0);
    windows.count(['lenient'], limitOf);
    expect(windows.waitOf('lenient', 2)).toBeGreaterThan(50);
  });
});
