import { runScript } from './lib/complaint.mjs';
import { runManager } from './lib/run-manager.mjs';

const WITH_DATABASE = ['status', 'rotate', 'rewrap', 'retire'];

// npm run vault -- <command>: the card vault's keys.
await runScript(() =>
  runManager('vault', {
    program: 'manage-vault',
    needsDatabase: (command) => WITH_DATABASE.includes(command),
  }),
);
