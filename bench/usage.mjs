import { readdirSync, readFileSync } from 'node:fs';

/** What processes use, from /proc. Linux counts CPU in ticks of 10 ms. */
const msPerTick = 10;

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets and may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      ownTicks: Number(fields[11]) + Number(fields[12]),
      endedChildrenTicks: Number(fields[13]) + Number(fields[14]),
    };
  } catch {
    return null;
  }
}

/** A process and what it has started, directly or not. */
function treeOf(root) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = statOf(name)?.parent;
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const collect = (pid) => [pid, ...(children.get(pid) ?? []).flatMap(collect)];
  return collect(root);
}

/** CPU time in ms that each component has used so far. @param {Record<string, {pids: number[], withChildren?: boolean}>} components */
export function cpuMs(components) {
  return mapValues(components, ({ pids, withChildren }) => {
    const all = withChildren ? pids.flatMap(treeOf) : pids;
    const ended = withChildren ? sum(pids.map((pid) => statOf(pid)?.endedChildrenTicks ?? 0)) : 0;
    return (sum(all.map((pid) => statOf(pid)?.ownTicks ?? 0)) + ended) * msPerTick;
  });
}

/** Resident memory in MB: shared pages counted in every process (`rss`), and divided among their users (`pss`). */
export function memoryMb(components) {
  return mapValues(components, ({ pids, withChildren }) => {
    const all = withChildren ? pids.flatMap(treeOf) : pids;
    const rollups = all.map(rollupOf);
    return { rss: sum(rollups.map(({ rss }) => rss)) / 1024, pss: sum(rollups.map(({ pss }) => pss)) / 1024 };
  });
}

function rollupOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kb = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { rss: kb('Rss'), pss: kb('Pss') };
  } catch {
    return { rss: 0, pss: 0 };
  }
}

export const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));

export const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @param {number[]} values @param {number} share e.g. 0.99 */
export function percentile(values, share) {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}
