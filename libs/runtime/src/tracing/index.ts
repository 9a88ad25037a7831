export * from './error-word.js';
export * from './start-tracing.js';
export * from './trace-context.js';
export * from './tracer.js';
export * from './traceparent.js';
export * from './with-span.js';
