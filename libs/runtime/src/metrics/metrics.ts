import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { buildInfo } from './build-info.js';
import { METRIC_PREFIX, METRICS_TABLE, type LabelOf, type LabelsOf, type MetricName } from './metrics-table.js';
import { StateSources, type StateLimits, type StateReader } from './state-sources.js';

/** Every sample of the event loop's delay wakes the process. prom-client takes a hundred a second, more than an idle service wakes for all else. */
const EVENT_LOOP_SAMPLE_MS = 500;

interface Observation {
  readonly name: MetricName<'gauge'>;
  readonly labels: Readonly<Record<string, string>>;
  readonly read: () => number;
}

/**
 * The process's metrics, in a registry of their own: those of the table, by their names there. Asking twice for one name gives the same
 * metric, so that several services in one process share it and tell themselves apart by labels. On a hot path, ask for the labels once
 * (`.labels({ … })`) and keep what comes back.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #observations: Observation[] = [];
  readonly #states: StateSources;
  #shown: ReadonlySet<MetricName<'gauge'>> = new Set();

  constructor(limits?: StateLimits) {
    this.#states = new StateSources(limits);
  }

  /** Adds what Node itself measures (memory, event loop, garbage collection), and what runs. @param commit that it was built from, if known */
  collectProcessMetrics(commit?: string): void {
    this.observe('build_info', buildInfo(commit), () => 1);
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }

  counter<Name extends MetricName<'counter'>>(name: Name): Counter<LabelOf<Name>> {
    return this.#once(name, (options) => new Counter<LabelOf<Name>>(options));
  }

  histogram<Name extends MetricName<'histogram'>>(name: Name): Histogram<LabelOf<Name>> {
    const { buckets } = METRICS_TABLE[name];
    return this.#once(name, (options) => new Histogram<LabelOf<Name>>({ ...options, buckets: [...(buckets ?? [])] }));
  }

  /** A gauge that is read where the truth is, in memory, once per scrape. Each caller adds its own labels' value. */
  observe<Name extends MetricName<'gauge'>>(name: Name, labels: LabelsOf<Name>, read: () => number): void {
    this.#observations.push({ name, labels, read });
  }

  /**
   * Gauges that have to be asked for, of the database or the bus: at a scrape, at most every few seconds, and without a scrape ever waiting
   * long. While asking fails they have no value, because an old one would look as if all were well.
   * @param source a name for operators: who is asked what
   */
  observeState(source: string, read: StateReader): void {
    this.#states.add(source, read);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The Prometheus text. */
  async text(): Promise<string> {
    const states = await this.#states.read();
    const observed = this.#observations.map(({ name, labels, read }) => ({ name, labels, value: read() }));
    const readings = [...observed, ...states];
    // What nobody speaks of any more must not keep its last value.
    const names = new Set(readings.map(({ name }) => name));
    for (const name of this.#shown) if (!names.has(name)) this.#registry.removeSingleMetric(METRIC_PREFIX + name);
    this.#shown = names;
    for (const name of names) this.#gauge(name).reset();
    for (const { name, labels, value } of readings) this.#gauge(name).set(labels, value);
    return this.#registry.metrics();
  }

  #gauge(name: MetricName<'gauge'>): Gauge {
    return this.#once(name, (options) => new Gauge(options));
  }

  #once<Name extends MetricName, Kind>(name: Name, create: (options: Options<Name>) => Kind): Kind {
    const fullName = METRIC_PREFIX + name;
    const existing = this.#registry.getSingleMetric(fullName) as Kind | undefined;
    if (existing) return existing;
    const { help, labels } = METRICS_TABLE[name];
    return create({ name: fullName, help, labelNames: labels, registers: [this.#registry] });
  }
}

interface Options<Name extends MetricName> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly LabelOf<Name>[];
  readonly registers: Registry[];
}
