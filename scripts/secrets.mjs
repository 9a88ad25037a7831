import { runScript } from './lib/complaint.mjs';
import { runManager } from './lib/run-manager.mjs';

const WITH_DATABASE = ['status', 'rewrap'];

// npm run secrets -- <command>: the keys of SECRETS_KEY.
await runScript(() =>
  runManager('secrets', {
    program: 'manage-secrets',
    needsDatabase: (command) => WITH_DATABASE.includes(command),
  }),
);
