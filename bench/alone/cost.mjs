import { readDatabaseCounts } from '../metrics.mjs';
import { cpuMs, mapValues } from '../usage.mjs';

/**
 * What work costs: CPU by component in ms, and what a service asked of PostgreSQL.
 * @template T
 * @param {{components: import('./systems.mjs').LoneSystem['components'], metricsUrls: string[], schema: string}} system
 * @param {() => Promise<T>} work
 * @returns {Promise<{result: T, costPer: (count: number) => {cpu: Record<string, number>, database: Record<string, number>}}>}
 */
export async function costOf({ components, metricsUrls, schema }, work) {
  const read = async () => ({ cpu: cpuMs(components), database: (await readDatabaseCounts(metricsUrls))[schema] });
  const before = await read();
  const result = await work();
  const after = await read();
  const costPer = (count) =>
    mapValues(after, (figures, kind) => mapValues(figures, (value, name) => (value - before[kind][name]) / count));
  return { result, costPer };
}
