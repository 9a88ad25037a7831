export * from './allocate.js';
export * from './centavos.js';
export * from './fee.js';
export * from './installments.js';
export * from './refund-takes.js';
export * from './round-half-up.js';
export * from './shares.js';
