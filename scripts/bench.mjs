import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { readArguments, readCounts } from './lib/arguments.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { prepare } from './lib/prepare.mjs';
import { STACK_SERVICES } from './lib/stack.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const usage =
  'npm run bench -- [--mode standalone|stack]… [--rate <charges/s>]… [--seconds <n>] [--closed <clients>] [--scale <service>=<n>]… ' +
  '[--history <charges>]… [--keep-data]\n' +
  '       npm run bench -- ledger [--mode standalone|stack]… [--seconds <n>] [--wallets <n>] [--due <receivables>] [--keep-data]\n' +
  '       npm run bench -- webhooks [--mode standalone|stack]… [--rate <events/s>]… [--seconds <n>] [--history <deliveries>] [--keep-data]\n' +
  '       npm run bench -- checkout [--mode standalone|stack]… [--seconds <n>] [--closed <clients>] [--keep-data]\n' +
  '       npm run bench -- endurance [--mode standalone|stack]… [--rate <charges/s>] [--seconds <n>] [--scale <service>=<n>]… [--keep-data]\n' +
  '       npm run bench -- overload [--mode standalone|stack]… [--seconds <n>] [--closed <clients>] [--scale <service>=<n>]… [--keep-data]';
const leastHistory = 1_000;
/** What is measured by itself: the ledger and webhooks without the rest of the platform, the checkout page, endurance and an overload with it. */
const loneBenchmarks = {
  checkout: benchmarkCheckout,
  endurance: benchmarkEndurance,
  ledger: benchmarkLedger,
  overload: benchmarkOverload,
  webhooks: benchmarkWebhooks,
};
const command = ['npm run bench --', ...process.argv.slice(2)].join(' ');

// npm run bench: measures both modes, or one, and writes docs/performance.md and the tables of docs/capacity.md. With --history it measures how the cost grows with the
// tables: a run with each number of charges in them. `npm run bench -- ledger` measures the ledger without the rest of the platform, and
// `npm run bench -- webhooks` the postbacks; `npm run bench -- checkout` measures the page of payment links and payments by it;
// `npm run bench -- endurance` charges at one rate for long, and `npm run bench -- overload` asks for ten times of what saturates.
await runScript(async () => {
  await prepare();
  useLocalEnvironment();
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: {
        mode: { type: 'string', multiple: true, default: ['standalone', 'stack'] },
        rate: { type: 'string', multiple: true, default: ['200', '800'] },
        seconds: { type: 'string', default: '20' },
        closed: { type: 'string', default: '128' },
        scale: { type: 'string', multiple: true, default: [] },
        history: { type: 'string', multiple: true, default: [] },
        wallets: { type: 'string', default: '10000' },
        due: { type: 'string', default: '200000' },
        'keep-data': { type: 'boolean', default: false },
      },
    },
    usage,
  );
  const { modes } = await import('../bench/modes.mjs');
  for (const mode of values.mode) {
    if (!modes[mode]) throw new Complaint(`There is no mode "${mode}".\nUsage: ${usage}`);
  }
  const [subject] = positionals;
  if (positionals.length > 1 || (subject && !Object.hasOwn(loneBenchmarks, subject))) {
    throw new Complaint(
      `Only the ledger, webhooks, the checkout, endurance and an overload can be measured by themselves, not "${positionals.join(' ')}".\nUsage: ${usage}`,
    );
  }
  const plan = {
    rates: values.rate.map(Number),
    seconds: Number(values.seconds),
    closedClients: Number(values.closed),
    scale: readCounts(values.scale, STACK_SERVICES),
    histories: values.history.map(readHistory),
    wallets: Number(values.wallets),
    due: Number(values.due),
  };
  const benchmark = benchmarkOf(subject, plan);
  let areSound = true;
  for (const mode of values.mode) {
    areSound = (await benchmark(mode, plan, values['keep-data'])) && areSound;
  }
  return areSound ? 0 : 1;
});

function benchmarkOf(subject, { histories }) {
  if (subject) return loneBenchmarks[subject];
  return histories.length > 0 ? benchmarkGrowth : benchmarkMode;
}

function readHistory(text) {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < leastHistory) {
    throw new Complaint(`--history takes a whole number from ${leastHistory} up, not "${text}".\nUsage: ${usage}`);
  }
  return count;
}

async function benchmarkMode(mode, plan, keepData) {
  const { measure } = await import('../bench/measure.mjs');
  const { describeRun } = await import('../bench/report.mjs');
  const run = await inNewSystem(mode, keepData, (system) => measure({ mode, plan, ...system }));
  await publish(mode, describeRun({ mode, command, ...run }));
  const { describeCapacity } = await import('../bench/capacity/report-capacity.mjs');
  const { writeCapacity } = await import('../bench/report.mjs');
  await writeCapacity(mode, describeCapacity({ mode, command, ...run }));
  return isSound(run);
}

async function benchmarkGrowth(mode, plan, keepData) {
  const { measureWithHistory } = await import('../bench/growth/measure-growth.mjs');
  const { describeGrowth } = await import('../bench/growth/report-growth.mjs');
  const runs = [];
  for (const history of plan.histories) {
    runs.push(await inNewSystem(mode, keepData, (system) => measureWithHistory({ mode, plan, history, ...system })));
  }
  await publish(`${mode} growth`, describeGrowth({ mode, command, runs }));
  return runs.every(isSound);
}

async function benchmarkLedger(mode, plan, keepData) {
  const { measureLedger } = await import('../bench/ledger/measure-ledger.mjs');
  const { describeLedger } = await import('../bench/ledger/report-ledger.mjs');
  const run = await inNewSystem(mode, keepData, (system) => measureLedger({ mode, plan, ...system }));
  await publish(`ledger ${mode}`, describeLedger({ mode, command, ...run }));
  return isSound(run);
}

async function benchmarkWebhooks(mode, plan, keepData) {
  const { measureWebhooks } = await import('../bench/webhooks/measure-webhooks.mjs');
  const { describeWebhooks } = await import('../bench/webhooks/report-webhooks.mjs');
  const run = await inNewSystem(mode, keepData, (system) => measureWebhooks({ mode, plan, ...system }));
  const name = plan.histories.length > 0 ? `webhooks ${mode} growth` : `webhooks ${mode}`;
  await publish(name, describeWebhooks({ mode, command, ...run }));
  return isSound(run);
}

async function benchmarkCheckout(mode, plan, keepData) {
  const { measureCheckout } = await import('../bench/checkout/measure-checkout.mjs');
  const { describeCheckout } = await import('../bench/checkout/report-checkout.mjs');
  const run = await inNewSystem(mode, keepData, (system) => measureCheckout({ mode, plan, ...system }));
  await publish(`checkout ${mode}`, describeCheckout({ mode, command, ...run }));
  return isSound(run);
}

async function benchmarkEndurance(mode, plan, keepData) {
  const { measureEndurance } = await import('../bench/endurance/measure-endurance.mjs');
  const { describeEndurance } = await import('../bench/endurance/report-endurance.mjs');
  const run = await inNewSystem(mode, keepData, (system) => measureEndurance({ mode, plan, ...system }));
  await publish(`endurance ${mode}`, describeEndurance({ mode, command, ...run }));
  return isSound(run);
}

async function benchmarkOverload(mode, plan, keepData) {
  const { measureOverload } = await import('../bench/overload/measure-overload.mjs');
  const { describeOverload } = await import('../bench/overload/report-overload.mjs');
  const run = await inNewSystem(mode, keepData, (system) => measureOverload({ mode, plan, ...system }));
  await publish(`overload ${mode}`, describeOverload({ mode, command, ...run }));
  return isSound(run);
}

function isSound({ checks }) {
  return Object.values(checks).every((answer) => answer === 'yes');
}

async function publish(name, section) {
  const { writeReport } = await import('../bench/report.mjs');
  await writeReport(name, section);
}

/** Gives `work` a folder and an environment that nothing has run in. */
async function inNewSystem(mode, keepData, work) {
  const dataDir = await temporaryFolder(`bench-${mode}`);
  const env = {
    DATABASE_PASSWORD: randomBytes(16).toString('hex'),
    OPERATOR_TOKEN: `op_${randomBytes(16).toString('hex')}`,
  };
  try {
    return await work({ dataDir, env });
  } finally {
    if (keepData) console.log(`The data are kept in ${dataDir}`);
    else await rm(dataDir, { recursive: true, force: true });
  }
}
