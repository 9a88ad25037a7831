import { pathToFileURL } from 'node:url';
import { runScript } from './lib/complaint.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { programFile } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';

// npm start: all of Centavo in this one process.
await runScript(async () => {
  await prepare();
  useLocalEnvironment();
  await import(pathToFileURL(programFile('standalone')));
});
