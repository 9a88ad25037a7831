import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { whyNoKafka } from './lib/kafka.mjs';
import { prepare } from './lib/prepare.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const usage =
  'npm run chaos -- [--long] [--seed <n>] [--kills <n>] [--seconds <n>] [--write] [--keep-data]\n' +
  '       npm run chaos -- check <folder>';
const command = ['npm run chaos --', ...process.argv.slice(2)].join(' ');
const shownFindings = 5;
const startedAt = Date.now();
const onStep = (step) => console.log(`[${Math.round((Date.now() - startedAt) / 1000)} s] ${step}`);

// npm run chaos: a stack on real Kafka and PostgreSQL, clients, faults at random, and an offline check of what clients were told against
// the databases, the receiver and the ledger. --long: with the counts that the project holds itself to. `check` checks a run once more,
// also one that was cut short.
await runScript(async () => {
  await prepare();
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: {
        long: { type: 'boolean', default: false },
        seed: { type: 'string' },
        kills: { type: 'string' },
        seconds: { type: 'string' },
        write: { type: 'boolean', default: false },
        'keep-data': { type: 'boolean', default: false },
      },
    },
    usage,
  );
  const obstacle = await whyNoKafka({ onStep });
  if (obstacle) throw new Complaint(obstacle);
  // The clients and the check are TypeScript, like the tests whose fixtures they use.
  await import('../libs/testing/src/typescript-loader.mjs');
  if (positionals[0] === 'check') return await checkAgain(positionals[1]);
  if (positionals.length > 0) throw new Complaint(`Usage: ${usage}`);
  return await runAnew(values);
});

async function runAnew({ long, seed: givenSeed, kills, seconds, write, 'keep-data': keepData }) {
  const { LONG, SHORT } = await import('../test/chaos/plan.ts');
  const { runChaos } = await import('../test/chaos/run.ts');
  const base = long ? LONG : SHORT;
  const plan = {
    ...base,
    ...(kills && { kills: readNumber('kills', kills) }),
    ...(seconds && { faultSeconds: readNumber('seconds', seconds) }),
  };
  const seed = givenSeed === undefined ? randomInt(2 ** 31) : readNumber('seed', givenSeed);
  const folder = await temporaryFolder('chaos');
  console.log(
    `Seed ${seed}. Everything of this run is in ${folder}; npm run chaos -- check ${folder} checks it again.`,
  );
  const verdict = await runChaos({ seed, plan, command, folder, onStep });
  const failed = await tell(
    verdict,
    `${command}${givenSeed === undefined ? ` # seed ${seed}` : ''}`,
    long || write ? (long ? 'long' : 'short') : undefined,
  );
  if (failed === 0 && !keepData) await rm(folder, { recursive: true, force: true });
  else console.log(`It is kept in ${folder}`);
  return failed > 0 ? 1 : 0;
}

async function checkAgain(folder) {
  if (!folder || !existsSync(join(folder, 'history.jsonl')))
    throw new Complaint(`There is no run in "${folder}".\nUsage: ${usage}`);
  const { checkFolder } = await import('../test/chaos/check-folder.ts');
  return (await tell(await checkFolder(resolve(folder), onStep), command)) > 0 ? 1 : 0;
}

/** @returns how many promises were broken */
async function tell({ evidence, findings }, what, section) {
  const { describeChaos } = await import('../test/chaos/report/describe-chaos.ts');
  const { text, summary } = describeChaos(evidence, findings);
  console.log(`\n${summary}\n`);
  for (const [promise, found] of findings) {
    console.log(`${found.length === 0 ? 'ok    ' : 'BROKEN'} ${promise}`);
    for (const finding of found.slice(0, shownFindings)) console.log(`         ${finding.what}`);
    if (found.length > shownFindings) console.log(`         and ${found.length - shownFindings} more`);
  }
  if (section) {
    const { writeReliability } = await import('./lib/reliability-report.mjs');
    await writeReliability(section, what, text);
  }
  const failed = [...findings.values()].filter(({ length }) => length > 0).length;
  console.log(`\n${findings.size - failed} passed, ${failed} failed`);
  return failed;
}

function readNumber(name, text) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new Complaint(`--${name} takes a whole number, not "${text}".\nUsage: ${usage}`);
  return number;
}
