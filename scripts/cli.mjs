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

/** Resolves when somebody wants this process to end; it is then on its own to do so. */
function interruption() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });
}
