/** Where Grafana's datasource of `deploy/grafana/provisioning` is. */
const DATASOURCE = { type: 'prometheus', uid: 'prometheus' };
const COLUMNS = 24;
const HEIGHT = 7;

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {Record<string, string>} queries expressions by legend; `{{label}}` in a legend is filled in
 * @property {string} [unit] Grafana's: `s`, `reqps`, `percentunit`, `short`, `bytes`
 * @property {boolean} [isNumber] one number instead of a graph
 * @property {number} [bad] of a number: red from here on
 */

/**
 * A dashboard of rows of panels.
 * @param {string} uid @param {string} title @param {Panel[][]} rows each takes the whole width, in equal parts
 */
export function dashboard(uid, title, rows) {
  const panels = rows.flatMap((row, line) => row.map((panel, index) => toPanel(panel, line, index, row.length)));
  return {
    uid,
    title: `Centavo: ${title}`,
    tags: ['centavo'],
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    schemaVersion: 39,
    links: [{ type: 'dashboards', tags: ['centavo'], title: 'Centavo', asDropdown: false, includeVars: false }],
    panels: panels.map((panel, index) => ({ id: index + 1, ...panel })),
  };
}

function toPanel({ title, queries, unit = 'short', isNumber = false, bad }, line, index, count) {
  const width = COLUMNS / count;
  const steps = [{ color: 'green', value: null }, ...(bad === undefined ? [] : [{ color: 'red', value: bad }])];
  return {
    type: isNumber ? 'stat' : 'timeseries',
    title,
    datasource: DATASOURCE,
    gridPos: { x: index * width, y: line * HEIGHT, w: width, h: HEIGHT },
    targets: Object.entries(queries).map(([legendFormat, expr], position) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + position),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
    fieldConfig: { defaults: { unit, min: 0, thresholds: { mode: 'absolute', steps } }, overrides: [] },
    options: isNumber ? { reduceOptions: { calcs: ['lastNotNull'] } } : { legend: { displayMode: 'list' } },
  };
}

/** @param {string} metric a histogram @param {number} quantile @param {string} by labels that are kept @param {string} [filter] */
export const quantileOf = (metric, quantile, by, filter = '') =>
  `histogram_quantile(${quantile}, sum by (${[by, 'le'].filter(Boolean).join(', ')}) (rate(${metric}_bucket${filter}[$__rate_interval])))`;

/** @param {string} metric a counter, with a filter @param {string} [by] labels that are kept */
export const rateOf = (metric, by) => `sum${by ? ` by (${by})` : ''} (rate(${metric}[$__rate_interval]))`;
