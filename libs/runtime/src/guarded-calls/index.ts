export * from './ask-once.js';
export * from './call-errors.js';
export * from './call-guard.js';
export * from './call-time.js';
export * from './guarded-calls.js';
