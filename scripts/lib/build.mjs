import { createHash } from 'node:crypto';
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCheckout } from './build-checkout.mjs';
import { buildServices } from './build-services.mjs';
import { buildTokenizer } from './build-tokenizer.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';

/**
 * What is built: `make` writes all of the folder `dist`, from what is in `sources` and `settings`.
 * @type {readonly {dist: string, sources: string[], settings: string[], make: (target: string) => Promise<void>}[]}
 */
const targets = [
  {
    dist: 'dist',
    sources: ['apps', 'libs'],
    settings: [
      '.swcrc',
      'tsconfig.json',
      'package-lock.json',
      'scripts/lib/build-services.mjs',
      'scripts/lib/bundle-programs.mjs',
      'scripts/lib/licence-notice.mjs',
    ],
    make: buildServices,
  },
  {
    dist: 'packages/tokenizer/dist',
    sources: ['packages/tokenizer/src'],
    settings: [
      'packages/tokenizer/package.json',
      'packages/tokenizer/tsconfig.json',
      'package-lock.json',
      'scripts/lib/build-tokenizer.mjs',
    ],
    make: buildTokenizer,
  },
  {
    dist: 'packages/checkout/dist',
    sources: ['packages/checkout/src', 'packages/tokenizer/src', 'libs/brazil/src', 'libs/money/src'],
    settings: [
      'packages/checkout/package.json',
      'packages/checkout/tsconfig.json',
      'tsconfig.json',
      'package-lock.json',
      'scripts/lib/build-checkout.mjs',
      'scripts/lib/licence-notice.mjs',
    ],
    make: buildCheckout,
  },
];

/**
 * Makes what has changed since the last time. Each folder is replaced in one step, so that what runs from it never sees half a build.
 * @param {{anew?: boolean}} options `anew`: also what has not changed
 */
export async function build({ anew = false } = {}) {
  if (!anew && (await staleTargets()).length === 0) return;
  await withLock(inRoot('.centavo/build.lock'), async () => {
    await Promise.all((anew ? targets : await staleTargets()).map(replace));
  });
}

async function staleTargets() {
  const isStale = await Promise.all(
    targets.map(async (target) => (await readStamp(target)) !== (await currentStamp(target))),
  );
  return targets.filter((_target, index) => isStale[index]);
}

async function replace(target) {
  const stamp = await currentStamp(target);
  // Beside the folder that it becomes: source maps hold paths from there.
  const fresh = inRoot(`${target.dist}.${process.pid}`);
  try {
    await target.make(fresh);
    await writeFile(join(fresh, '.stamp'), stamp);
    await rm(inRoot(target.dist), { recursive: true, force: true });
    await rename(fresh, inRoot(target.dist));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

const readStamp = ({ dist }) => readFile(inRoot(dist, '.stamp'), 'utf8').catch(() => null);

/** Names, sizes and times of all that goes into a build. @param {(typeof targets)[number]} target */
async function currentStamp({ sources, settings }) {
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
    .filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name) && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(inRoot().length));
}
