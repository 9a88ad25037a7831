export * from './metric-row.js';
export * from './metrics-table.js';
export * from './metrics.js';
export { reading, type Reading, type StateReader } from './state-sources.js';
