import { Clock } from '@centavo/runtime';

/** A clock that stands still until it is moved. */
export class TestClock extends Clock {
  #nowMs: number;

  constructor(start: Date | string = '2026-01-15T12:00:00Z') {
    super();
    this.#nowMs = new Date(start).getTime();
  }

  nowMs(): number {
    return this.#nowMs;
  }

  set(time: Date | string): void {
    this.#nowMs = new Date(time).getTime();
  }

  advance(durationMs: number): void {
    this.#nowMs += durationMs;
  }
}

export const testClock = (start?: Date | string): TestClock => new TestClock(start);
