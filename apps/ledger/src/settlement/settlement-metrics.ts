import { Metrics } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

/** Seconds; a million receivables take about two minutes. */
const RUN_BUCKETS_SECONDS = [1, 5, 15, 30, 60, 120, 300, 900, 3_600, 14_400];

/** What an operator sees of settlements. */
@Injectable()
export class SettlementMetrics {
  readonly #settled;
  readonly #unsettled;
  readonly #durations;
  #isFinished = false;

  constructor(metrics: Metrics) {
    this.#settled = metrics.counter('settled_receivables_total', 'Receivables that were settled.');
    this.#unsettled = metrics.counter(
      'unsettled_receivables_total',
      'Receivables that something wrong with them or their wallet kept from being settled, each time that it was tried.',
    );
    this.#durations = metrics.histogram(
      'settlement_run_seconds',
      'From the start of a day’s settlement until nothing was due any more.',
      [],
      RUN_BUCKETS_SECONDS,
    );
    metrics.observe(
      'settlement_finished',
      'Whether everything that is due by today has been settled (1), as this instance last saw it.',
      {},
      () => Number(this.#isFinished),
    );
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
