import { Metrics } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

/** What an operator sees of settlements. */
@Injectable()
export class SettlementMetrics {
  readonly #settled;
  readonly #unsettled;
  readonly #durations;
  #isFinished = false;

  constructor(metrics: Metrics) {
    this.#settled = metrics.counter('settled_receivables_total');
    this.#unsettled = metrics.counter('unsettled_receivables_total');
    this.#durations = metrics.histogram('settlement_run_seconds');
    metrics.observe('settlement_finished', {}, () => Number(this.#isFinished));
  }

  settled(count: number): void {
    this.#settled.inc(count);
  }

  unsettled(count: number): void {
    this.#unsettled.inc(count);
  }

  finished(startedAt: Date, finishedAt: Date): void {
    this.#durations.observe((finishedAt.getTime() - startedAt.getTime()) / 1_000);
  }

  /** What this instance saw when it looked last. */
  set isFinished(value: boolean) {
    this.#isFinished = value;
  }
}
