import { interruption } from './lib/cli/interruption.mjs';
import { runCli } from './lib/cli/run-cli.mjs';

// The CLI inside the image, where everything that it needs is in place.
process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: console.log,
  err: console.error,
  interruption,
});
