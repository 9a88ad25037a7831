import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inRoot } from './paths.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/**
 * Runs jest on the project and counts. A suite that cannot be loaded counts as a failed test.
 * @param {{match: readonly string[], args?: readonly string[], env?: NodeJS.ProcessEnv, workers?: number, sharesTerminal?: boolean}}
 * options `match`: globs of the suites; `workers`: how many run at once; `sharesTerminal`: something else writes to it meanwhile
 * @returns {Promise<{passed: number, failed: number}>}
 */
export async function runJest({ match, args = [], env = {}, workers = 1, sharesTerminal = false }) {
  const folder = await temporaryFolder('jest');
  const countFile = join(folder, 'counts.json');
  // The given ones first: jest's own list options would swallow a path that follows them.
  const jestArguments = [
    ...args,
    ...match.map((glob) => `--testMatch=${glob}`),
    `--maxWorkers=${workers}`,
    '--passWithNoTests',
    '--reporters=default',
    `--reporters=${inRoot('scripts/lib/count-reporter.mjs')}`,
  ];
  try {
    const code = await exitCodeOf(jestArguments, { ...env, JEST_COUNT_FILE: countFile }, sharesTerminal);
    return await readCounts(countFile, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Whether any suite is left when jest's arguments have narrowed them. Jest itself would only say that it found none, and not that
 * they may be among the others. Arguments that it refuses count as yes: its run then says why.
 * @param {{match: readonly string[], args: readonly string[]}} options as of {@link runJest}
 */
export async function hasSuites({ match, args }) {
  if (args.length === 0) return true;
  const listing = [...args, ...match.map((glob) => `--testMatch=${glob}`), '--listTests'];
  const child = spawn(process.execPath, [...jest, ...listing], { cwd: inRoot(), stdio: ['ignore', 'pipe', 'ignore'] });
  const [code, list] = await Promise.all([once(child, 'close').then(([status]) => status), text(child.stdout)]);
  return code !== 0 || list.trim() !== '';
}

const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

function exitCodeOf(args, env, sharesTerminal) {
  const child = spawn(process.execPath, [...jest, ...args], {
    cwd: inRoot(),
    env: { ...process.env, ...env },
    // Without a terminal of its own jest draws nothing that it would have to wipe away again.
    stdio: sharesTerminal ? ['inherit', 'pipe', 'pipe'] : 'inherit',
  });
  child.stdout?.pipe(process.stdout, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  const forward = (signal) => child.kill(signal);
  process.on('SIGTERM', forward);
  process.on('SIGINT', forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', forward);
      resolve(code ?? 1);
    });
  });
}

/** Jest can fail without a failed test, for instance on an unknown option: that counts as one. */
async function readCounts(file, code) {
  const { passed, failed } = await readFile(file, 'utf8').then(JSON.parse, () => ({ passed: 0, failed: 0 }));
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}
