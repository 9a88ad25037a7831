import { join } from 'node:path';
import { readArguments, readCounts } from './lib/arguments.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { whyNoKafka } from './lib/kafka.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { importBuilt } from './lib/paths.mjs';
import { portFrom } from './lib/ports.mjs';
import { prepare } from './lib/prepare.mjs';
import { showHealth, showLine, showNote } from './lib/stack-view.mjs';
import { STACK_SERVICES, Stack } from './lib/stack.mjs';

// npm run stack [-- --scale payments=2]: every app as its own process, on real Kafka and real PostgreSQL, until Ctrl-C.
await runScript(async () => {
  await prepare();
  useLocalEnvironment();
  const ports = { gateway: portFrom('PORT', 3000), ops: portFrom('OPS_PORT', 9464) };
  const { values } = readArguments(
    { options: { scale: { type: 'string', multiple: true, default: [] } } },
    'npm run stack -- [--scale <service>=<how many>]…',
  );
  const obstacle = await whyNoKafka({ onStep: showNote });
  if (obstacle) throw new Complaint(obstacle);
  const dataDir = process.env.DATA_DIR || join('.centavo', 'stack');
  await runUntilSignal({ dataDir, ports, scale: readCounts(values.scale, STACK_SERVICES) });
});

async function runUntilSignal(where) {
  const signal = new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, resolve);
  });
  const stack = new Stack({
    ...where,
    onStep: showNote,
    onLine: showLine,
    onExit: ({ name }, how) => showNote(`${name} ended by itself (${how}). The others go on; Ctrl-C stops them.`),
  });
  try {
    await Promise.race([stack.start().then(() => present(stack)), signal]);
    await signal;
  } finally {
    showNote('Stopping');
    await stack.stop();
    showNote('Stopped');
  }
}

async function present(stack) {
  await showHealth(stack);
  const { demoLinkUrl } = await importBuilt('apps/standalone/src/demo-link.js');
  const { welcome } = await importBuilt('apps/standalone/src/welcome.js');
  const { merchant } = stack.credentials;
  const demoLink = merchant && (await demoLinkUrl(stack.baseUrl, merchant));
  console.log(welcome(stack.credentials, join(stack.dataDir, 'credentials.json'), demoLink));
}
