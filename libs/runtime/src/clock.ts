/** The time, as everything in the platform sees it. Also the injection token. */
export abstract class Clock {
  abstract nowMs(): number;

  now(): Date {
    return new Date(this.nowMs());
  }
}

export class SystemClock extends Clock {
  nowMs(): number {
    return Date.now();
  }
}
