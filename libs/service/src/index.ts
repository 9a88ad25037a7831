export { observeLag } from './observe-messaging.js';
export * from './open-database.js';
export * from './platform.js';
export * from './platform.module.js';
export * from './run-process.js';
export * from './secrets/secrets-report.js';
export * from './service-definition.js';
export * from './start-service.js';
export * from './vault.js';
