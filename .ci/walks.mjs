// What a new user does, on a fresh clone of what is committed: `npm start` and the walk, then `npm run stack` and the walk.
import { existsSync, readFileSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../scripts/lib/paths.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { ManagedProcess, run } from '../scripts/lib/process.mjs';
import { temporaryFolder } from '../scripts/lib/temporary-folder.mjs';
import { waitFor } from '../scripts/lib/wait.mjs';
import { MARKER_CARD } from '../test/walk-cards.mjs';
import { walk } from '../test/walk.mjs';

const startTimeoutMs = 240_000;
const stopTimeoutMs = 30_000;
const modes = [
  { script: ['start'], dataDir: '.centavo' },
  { script: ['run', 'stack', '--', '--scale', 'gateway=2', '--scale', 'payments=2'], dataDir: '.centavo/stack' },
];
const counts = { passed: 0, failed: 0 };
const clone = await temporaryFolder('clone');
try {
  await run('git', ['clone', '--quiet', inRoot(), clone]);
  for (const mode of modes) await tryMode(mode);
} finally {
  await rm(clone, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** Starts it, walks and stops it; then once more on the data of the first time. */
async function tryMode({ script, dataDir }) {
  const name = `npm ${script.join(' ')}`;
  const credentialsFile = join(clone, dataDir, 'credentials.json');
  for (const round of ['on an empty folder', 'on the data of before']) {
    const app = await check(`${name} starts ${round}`, () => start(name, script));
    if (!app) return;
    try {
      await check('the credentials are for the owner alone', () => needPrivate(credentialsFile));
      const walked = await walk(JSON.parse(await readFile(credentialsFile, 'utf8')));
      counts.passed += walked.passed;
      counts.failed += walked.failed;
      await check('no card is outside the vault', () => scanForCards(dataDir, app));
      await check(`${name} stops on SIGTERM and leaves no process behind`, () => stop(app));
    } finally {
      await app.kill();
    }
  }
}

async function start(name, script) {
  const [port, opsPort] = await portsWithRoom();
  let isWelcoming = false;
  const output = [];
  const app = new ManagedProcess('npm', script, {
    name,
    cwd: clone,
    env: { ...process.env, PORT: String(port), OPS_PORT: String(opsPort) },
    onLine: (line) => {
      output.push(line);
      isWelcoming ||= line.includes('Centavo runs at');
    },
  });
  try {
    await waitFor(() => isWelcoming || app.hasExited, { what: 'the welcome', timeoutMs: startTimeoutMs });
    if (app.hasExited) throw new Error('It ended by itself.');
    return Object.assign(app, { opsPort, output });
  } catch (error) {
    await app.kill();
    throw new Error(`${error.message}\n${app.lastLines.join('\n')}`, { cause: error });
  }
}

/** The walk has paid with a card that is known: it must be nowhere but in the vault. */
async function scanForCards(dataDir, { opsPort, output }) {
  const log = join(clone, dataDir, 'output.log');
  await appendFile(log, `${output.join('\n')}\n`);
  const { number, cvv } = MARKER_CARD;
  const args = ['--data-dir', dataDir, '--marker', number, '--cvv', cvv];
  const env = { ...process.env, OPS_PORT: String(opsPort) };
  await run('npm', ['run', '--silent', 'scan:cards', '--', ...args], { name: 'The scan for cards', cwd: clone, env });
}

/** A port each for the API and for operations, with some free ones after them for further instances. */
async function portsWithRoom() {
  const [first] = await freePorts(1);
  const port = first > 60_000 ? first - 10_000 : first;
  return [port, port + 100];
}

/** Only npm gets the signal, as from a process manager; everything below it must end in time. */
async function stop(app) {
  process.kill(app.pid, 'SIGTERM');
  await waitFor(() => app.hasExited && processesOf(clone).length === 0, {
    what: 'its end',
    timeoutMs: stopTimeoutMs,
  }).catch((error) => {
    throw new Error(`${error.message} Still there:\n${processesOf(clone).join('\n')}`);
  });
}

/** Processes that run in a folder or name it in their command. */
function processesOf(folder) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map((pid) => ({ pid, command: commandOf(pid), cwd: cwdOf(pid) }))
    .filter(({ command, cwd }) => command.includes(folder) || cwd.startsWith(folder))
    .map(({ pid, command }) => `${pid} ${command}`);
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function cwdOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function needPrivate(file) {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  const mode = statSync(file).mode & 0o777;
  if (mode !== 0o600) throw new Error(`${file} has mode ${mode.toString(8)}.`);
}

/** Counts; a failure is shown and answers undefined. */
async function check(name, work) {
  const startedAt = Date.now();
  try {
    const result = await work();
    counts.passed += 1;
    console.log(`ok      ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    counts.failed += 1;
    console.log(`FAILED  ${name}\n${error.message}`);
    return undefined;
  }
}
