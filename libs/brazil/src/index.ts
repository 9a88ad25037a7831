export * from './business-days.js';
export * from './local-date.js';
export * from './sao-paulo.js';
