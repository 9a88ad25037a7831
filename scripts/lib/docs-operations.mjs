import { code, table, withParts } from './docs-markdown.mjs';

/**
 * `docs/operations.md`, which is written by hand but for its metrics.
 * @param {string} page as it is @param runtime `@centavo/runtime`
 */
export const operationsPage = (page, { METRIC_SECTIONS }) =>
  withParts('docs/operations.md', page, {
    metrics: Object.entries(METRIC_SECTIONS)
      .map(
        ([title, metrics]) =>
          `### ${title}\n\n${table(['Metric', 'Kind', 'Labels', 'Unit', 'What it says'], rowsOf(metrics))}`,
      )
      .join('\n\n'),
  });

const rowsOf = (metrics) =>
  Object.entries(metrics).map(([name, { kind, labels, unit, help }]) => [
    code(name),
    kind,
    labels.map(code).join(', '),
    unit,
    help,
  ]);
