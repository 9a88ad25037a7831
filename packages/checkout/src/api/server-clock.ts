/** The `Date` header has whole seconds and spends some time on the way: less than this is no difference. */
const TOLERANCE_MS = 2_000;

/** The server's time, for what ends at an instant that the server sets: many a phone's clock is minutes off. */
export class ServerClock {
  #aheadMs = 0;

  constructor(private readonly deviceNowMs: () => number = Date.now) {}

  /** @param date of an answer that has just come */
  observe(date: string | null): void {
    const serverMs = date === null ? Number.NaN : Date.parse(date);
    if (Number.isNaN(serverMs)) return;
    const aheadMs = serverMs - this.deviceNowMs();
    this.#aheadMs = Math.abs(aheadMs) > TOLERANCE_MS ? aheadMs : 0;
  }

  nowMs(): number {
    return this.deviceNowMs() + this.#aheadMs;
  }
}
