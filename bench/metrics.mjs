import { mapValues } from './usage.mjs';

/** The product's own figures, read from its /metrics; several processes are added up. */
const shown = {
  centavo_outbox_publish_delay_seconds: 'committed outbox row → on the bus',
  centavo_bus_request_duration_seconds: 'command → reply',
};

/**
 * What the histograms have counted so far: by name, cumulative counts by upper bound in seconds.
 * @param {string[]} urls
 */
export async function readHistograms(urls) {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  return mapValues(shown, (_name, metric) => bucketsOf(texts, metric));
}

/**
 * Quantiles in ms of what was counted between two looks at {@link readHistograms}, each as the upper bound of its bucket.
 * @returns {{name: string, p50: number, p95: number, p99: number}[]}
 */
export function latenciesBetween(before, after) {
  return Object.entries(shown)
    .map(([metric, name]) => ({ name, buckets: added(before[metric], after[metric]) }))
    .filter(({ buckets }) => buckets.length > 0 && buckets.at(-1)[1] > 0)
    .map(({ name, buckets }) => ({
      name,
      p50: quantileMs(buckets, 0.5),
      p95: quantileMs(buckets, 0.95),
      p99: quantileMs(buckets, 0.99),
    }));
}

/** A series that was not there before began at 0. */
function added(before, after) {
  const earlier = new Map(before);
  return after.map(([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)]);
}

/** Cumulative counts by upper bound in seconds. */
function bucketsOf(texts, metric) {
  const counts = new Map();
  const line = new RegExp(`^${metric}_bucket\\{(?:.*,)?le="([^"]+)".*\\} (\\S+)`, 'gm');
  for (const text of texts) {
    for (const [, bound, count] of text.matchAll(line)) {
      const seconds = bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound);
      counts.set(seconds, (counts.get(seconds) ?? 0) + Number(count));
    }
  }
  return [...counts].toSorted(([a], [b]) => a - b);
}

/** The upper bound of the bucket that the quantile falls into. */
function quantileMs(buckets, share) {
  const total = buckets.at(-1)[1];
  return buckets.find(([, count]) => count >= total * share)[0] * 1000;
}

const counted = {
  transactions: 'centavo_database_transactions_total',
  statements: 'centavo_database_statements_total',
};

/**
 * Transactions and statements so far, by schema.
 * @param {string[]} urls
 * @returns {Promise<Record<string, {transactions: number, statements: number}>>}
 */
export async function readDatabaseCounts(urls) {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  const counts = {};
  for (const [name, metric] of Object.entries(counted)) {
    const line = new RegExp(`^${metric}\\{.*schema="([^"]+)".*\\} (\\S+)`, 'gm');
    for (const [, schema, count] of texts.flatMap((text) => [...text.matchAll(line)])) {
      counts[schema] ??= { transactions: 0, statements: 0 };
      counts[schema][name] += Number(count);
    }
  }
  return counts;
}
