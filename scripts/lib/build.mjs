import { createHash } from 'node:crypto';
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process.mjs';

const sources = ['apps', 'libs'];
const settings = ['.swcrc', 'tsconfig.json', 'package-lock.json', 'scripts/lib/build.mjs'];
const stampFile = inRoot('dist', '.stamp');

/**
 * Compiles apps and libs into `dist` when they have changed since the last time. `dist` is replaced in one step, so that what
 * runs from it never sees half a build.
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function build() {
  if ((await readStamp()) === (await currentStamp())) return false;
  return await withLock(inRoot('.centavo/build.lock'), async () => {
    const stamp = await currentStamp();
    if ((await readStamp()) === stamp) return false;
    const fresh = inRoot(`.centavo/build.${process.pid}`);
    try {
      await compile(fresh);
      await writeFile(join(fresh, '.stamp'), stamp);
      await rm(inRoot('dist'), { recursive: true, force: true });
      await rename(fresh, inRoot('dist'));
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
    return true;
  });
}

const compile = (target) =>
  run(
    process.execPath,
    [inRoot('node_modules/@swc/cli/bin/swc.js'), ...sources, '-d', target, '--ignore', '**/*.spec.ts', '--quiet'],
    { name: 'The build', cwd: inRoot(), env: process.env },
  );

const readStamp = () => readFile(stampFile, 'utf8').catch(() => null);

/** Names, sizes and times of all that goes into a build. */
async function currentStamp() {
  const files = (await Promise.all(sources.map(listFiles))).flat().toSorted();
  const hash = createHash('sha256');
  for (const file of [...settings, ...files]) {
    const { size, mtimeMs } = await stat(inRoot(file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

async function listFiles(folder) {
  const entries = await readdir(inRoot(folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(inRoot().length));
}
