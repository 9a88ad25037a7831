import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Complaint } from './complaint.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process.mjs';

/** Installs the packages of package-lock.json when they are missing or others; says so in one line. */
export async function installPackages() {
  if (await isInstalled()) return;
  await withLock(inRoot('.centavo/install.lock'), async () => {
    if (await isInstalled()) return;
    console.error('Installing packages (once, about half a minute)');
    const [command, ...args] = npm();
    await run(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], { name: 'npm ci' });
    if (!existsSync(ownNode)) {
      throw new Complaint(
        'The packages are installed, but Node 24 is not among them: npm was told not to run install scripts. Run `npm ci --ignore-scripts=false` and try again.',
      );
    }
  });
}

/** The Node that the project brings with it. */
export const ownNode = inRoot('node_modules/node/bin/node');

/** npm notes what it has installed; that is compared, version by version, with what is wanted. */
async function isInstalled() {
  if (!existsSync(ownNode)) return false;
  const [wanted, present] = await Promise.all([
    readLock(inRoot('package-lock.json')),
    readLock(inRoot('node_modules/.package-lock.json')),
  ]);
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return present[path] ? present[path].version === version : optional;
  });
}

async function readLock(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** npm with the Node it was started with: `node_modules/.bin/node` is removed while npm installs. */
function npm() {
  const { npm_node_execpath: node, npm_execpath: cli } = process.env;
  return node && cli ? [node, cli] : ['npm'];
}
