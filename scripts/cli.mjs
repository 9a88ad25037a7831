import { interruption } from './lib/cli/interruption.mjs';
import { runCli } from './lib/cli/run-cli.mjs';
import { runScript } from './lib/complaint.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { prepare } from './lib/prepare.mjs';

// npm run cli -- <command>: the operator's API, /admin/v1, from a terminal; and `listen`, for developers.
await runScript(async () => {
  await prepare({ withBuild: false });
  useLocalEnvironment();
  return await runCli(process.argv.slice(2), { env: process.env, out: console.log, err: console.error, interruption });
});
