/** Two of these are looked back on. */
const WINDOW_MS = 250;
/** An answer takes some milliseconds: when even the quickest took so long, all stand in a queue. */
const CONGESTED_MS = 250;
/** So many may wait whatever happens. */
export const ALWAYS_ROOM_FOR = 200;

interface Window {
  readonly answers: number;
  readonly quickestMs: number;
}

const NOTHING: Window = { answers: 0, quickestMs: Infinity };

/**
 * Tells a queue that stands from answers that merely take their time: in a queue even the quickest answer is slow, while beside a slow
 * acquirer there are quick ones (CoDel looks at the least delay for the same reason). All times in ms.
 */
export class AnswerTimes {
  #windowFromMs = -Infinity;
  #current = NOTHING;
  #previous = NOTHING;
  #silentSinceMs = 0;

  /** Somebody begins to wait while nobody else did. */
  noteFirst(nowMs: number): void {
    this.#silentSinceMs = nowMs;
  }

  noteAnswer(tookMs: number, nowMs: number): void {
    this.#moveTo(nowMs);
    const { answers, quickestMs } = this.#current;
    this.#current = { answers: answers + 1, quickestMs: Math.min(quickestMs, tookMs) };
    this.#silentSinceMs = nowMs;
  }

  /** How many may wait now: any number while there is no queue, then as many as were answered in the last half second. */
  room(nowMs: number): number {
    this.#moveTo(nowMs);
    const quickestMs = Math.min(this.#current.quickestMs, this.#previous.quickestMs);
    const leastWaitMs = quickestMs === Infinity ? nowMs - this.#silentSinceMs : quickestMs;
    if (leastWaitMs <= CONGESTED_MS) return Infinity;
    return Math.max(ALWAYS_ROOM_FOR, this.#current.answers + this.#previous.answers);
  }

  #moveTo(nowMs: number): void {
    const ageMs = nowMs - this.#windowFromMs;
    if (ageMs < WINDOW_MS) return;
    this.#previous = ageMs < 2 * WINDOW_MS ? this.#current : NOTHING;
    this.#current = NOTHING;
    this.#windowFromMs = nowMs;
  }
}
