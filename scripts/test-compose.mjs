import { execFile } from 'node:child_process';
import { runScript } from './lib/complaint.mjs';
import { runJest } from './lib/jest.mjs';
import { prepare } from './lib/prepare.mjs';

const answerTimeoutMs = 60_000;

// npm run test:compose: everything that an operator does with docker compose, in a project of its own. Left out where no engine answers.
await runScript(async () => {
  const obstacle = await whyNoCompose();
  if (obstacle) {
    console.log(`Docker Compose is left out: ${obstacle}`);
    return 0;
  }
  await prepare({ withBuild: false });
  const { passed, failed } = await runJest({ match: ['**/*.compose.spec.ts'], args: process.argv.slice(2) });
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
});

/** @returns {Promise<string | null>} why nothing can be run in containers here, as a sentence */
async function whyNoCompose() {
  if (!(await succeeds('info'))) return 'no Docker engine answers here.';
  if (!(await succeeds('compose', 'version'))) return 'this Docker has no compose plugin.';
  return null;
}

function succeeds(...args) {
  return new Promise((resolve) => {
    execFile('docker', args, { timeout: answerTimeoutMs }, (error) => resolve(!error));
  });
}
