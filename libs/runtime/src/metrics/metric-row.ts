/** Seconds; from a statement on a warm cache to a request that ran into its deadline. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type MetricKind = 'counter' | 'gauge' | 'histogram';

/** One metric. The docs page is generated from these rows, and alerts and dashboards are checked against them. */
export interface MetricRow<Kind extends MetricKind = MetricKind, Label extends string = string> {
  readonly kind: Kind;
  readonly help: string;
  /** Every value of a label is one more time series: names of things there are few of, never an id, a path or an address. */
  readonly labels: readonly Label[];
  readonly unit: string;
  /** Of a histogram. */
  readonly buckets?: readonly number[];
}

/** What has happened so often since the process began. Its name ends in `_total`. */
export const counter = <const Label extends string = never>(
  help: string,
  unit: string,
  labels: readonly Label[] = [],
): MetricRow<'counter', Label> => ({ kind: 'counter', help, labels, unit });

/** How things stand now. */
export const gauge = <const Label extends string = never>(
  help: string,
  unit: string,
  labels: readonly Label[] = [],
): MetricRow<'gauge', Label> => ({ kind: 'gauge', help, labels, unit });

/** How long things took. Its name ends in `_seconds`. @param buckets in seconds */
export const histogram = <const Label extends string = never>(
  help: string,
  labels: readonly Label[] = [],
  buckets: readonly number[] = DURATION_BUCKETS_SECONDS,
): MetricRow<'histogram', Label> => ({ kind: 'histogram', help, labels, unit: 'seconds', buckets });
