import { bundlePrograms } from './bundle-programs.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process.mjs';

/** Compiles apps and libs file by file, and bundles the programs among them into `programs`. */
export async function buildServices(target) {
  await run(
    process.execPath,
    [inRoot('node_modules/@swc/cli/bin/swc.js'), 'apps', 'libs', '-d', target, '--ignore', '**/*.spec.ts', '--quiet'],
    { name: 'The build', cwd: inRoot(), env: process.env },
  );
  await bundlePrograms(target);
}
