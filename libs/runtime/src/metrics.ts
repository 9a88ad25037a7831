import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds; from a statement on a warm cache to a request that ran into its deadline. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Every sample of the event loop's delay wakes the process. prom-client takes a hundred a second, more than an idle service wakes for all else. */
const EVENT_LOOP_SAMPLE_MS = 500;

const PREFIX = 'centavo_';

type Labels = Readonly<Record<string, string>>;

interface Observation {
  readonly labels: Labels;
  readonly read: () => number;
}

/**
 * The process's metrics, in a registry of their own. Names are given without the `centavo_` prefix. Asking twice for one name gives the
 * same metric, so that several services in one process share it and tell themselves apart by labels.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #observations = new Map<string, Observation[]>();

  /** Adds what Node itself measures: memory, event loop, garbage collection. */
  collectProcessMetrics(): void {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }

  /** @param name ends in `_total` */
  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
    return this.#once(name, (options) => new Counter<Label>({ ...options, help, labelNames }));
  }

  gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Gauge<Label> {
    return this.#once(name, (options) => new Gauge<Label>({ ...options, help, labelNames }));
  }

  /** A histogram of durations. @param name ends in `_seconds` */
  histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    buckets: readonly number[] = DURATION_BUCKETS_SECONDS,
  ): Histogram<Label> {
    return this.#once(name, (options) => new Histogram<Label>({ ...options, help, labelNames, buckets: [...buckets] }));
  }

  /** A gauge that is read where the truth is, once per scrape. Each caller adds its own labels' value. */
  observe(name: string, help: string, labels: Labels, read: () => number): void {
    const observations = this.#observations.get(name) ?? [];
    observations.push({ labels, read });
    this.#observations.set(name, observations);
    const collect = function (this: Gauge): void {
      for (const { labels, read } of observations) this.set(labels, read());
    };
    this.#once(name, (options) => new Gauge({ ...options, help, labelNames: Object.keys(labels), collect }));
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The Prometheus text. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #once<Kind>(name: string, create: (options: { name: string; registers: Registry[] }) => Kind): Kind {
    const fullName = PREFIX + name;
    const existing = this.#registry.getSingleMetric(fullName) as Kind | undefined;
    return existing ?? create({ name: fullName, registers: [this.#registry] });
  }
}
