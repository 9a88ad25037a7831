export * from './paced-batcher.js';
