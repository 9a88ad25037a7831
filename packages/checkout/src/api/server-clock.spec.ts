import { ServerClock } from './server-clock.js';

const deviceNowMs = Date.parse('2026-11-22T12:00:00Z');

describe('ServerClock', () => {
  let clock: ServerClock;
  beforeEach(() => (clock = new ServerClock(() => deviceNowMs)));

  it("goes by the server's time when the device's is wrong", () => {
    clock.observe('Sun, 22 Nov 2026 12:07:00 GMT');
    expect(clock.nowMs()).toBe(Date.parse('2026-11-22T12:07:00Z'));
  });

  it.each(['Sun, 22 Nov 2026 12:00:01 GMT', 'Sun, 22 Nov 2026 11:59:58 GMT', 'yesterday', null])(
    "keeps the device's time after %s",
    (date) => {
      clock.observe(date);
      expect(clock.nowMs()).toBe(deviceNowMs);
    },
  );
});
