export * from './charge-body.js';
export * from './eventually.js';
export * from './postback-receiver.js';
export * from './property.js';
export * from './silent-logger.js';
export * from './test-clock.js';
export * from './test-database.js';
export * from './test-settings.js';
