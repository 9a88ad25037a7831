import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { readArguments, readCounts } from './lib/arguments.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { prepare } from './lib/prepare.mjs';
import { STACK_SERVICES } from './lib/stack.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const usage =
  'npm run bench -- [--mode standalone|stack] [--rate <charges/s>]… [--seconds <n>] [--closed <clients>] [--scale <service>=<n>]…';

// npm run bench: measures both modes, or one, and writes docs/performance.md.
await runScript(async () => {
  await prepare();
  useLocalEnvironment();
  const { values } = readArguments(
    {
      options: {
        mode: { type: 'string', multiple: true, default: ['standalone', 'stack'] },
        rate: { type: 'string', multiple: true, default: ['200', '800'] },
        seconds: { type: 'string', default: '20' },
        closed: { type: 'string', default: '128' },
        scale: { type: 'string', multiple: true, default: [] },
        'keep-data': { type: 'boolean', default: false },
      },
    },
    usage,
  );
  const { modes } = await import('../bench/modes.mjs');
  for (const mode of values.mode) {
    if (!modes[mode]) throw new Complaint(`There is no mode "${mode}".\nUsage: ${usage}`);
  }
  const plan = {
    rates: values.rate.map(Number),
    seconds: Number(values.seconds),
    closedClients: Number(values.closed),
    scale: readCounts(values.scale, STACK_SERVICES),
  };
  let isSound = true;
  for (const mode of values.mode) {
    isSound = (await benchmark(mode, plan, values['keep-data'])) && isSound;
  }
  return isSound ? 0 : 1;
});

async function benchmark(mode, plan, keepData) {
  const { measure } = await import('../bench/measure.mjs');
  const { describeRun, writeReport } = await import('../bench/report.mjs');
  const dataDir = await temporaryFolder(`bench-${mode}`);
  const env = {
    DATABASE_PASSWORD: randomBytes(16).toString('hex'),
    OPERATOR_TOKEN: `op_${randomBytes(16).toString('hex')}`,
  };
  try {
    const run = await measure({ mode, plan, dataDir, env });
    const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');
    const section = describeRun({ mode, command, ...run });
    console.log(`\n${section}`);
    await writeReport(mode, section);
    return Object.values(run.checks).every((answer) => answer === 'yes');
  } finally {
    if (keepData) console.log(`The data are kept in ${dataDir}`);
    else await rm(dataDir, { recursive: true, force: true });
  }
}
