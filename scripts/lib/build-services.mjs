import { inRoot } from './paths.mjs';
import { run } from './process.mjs';

/** Compiles apps and libs, file by file. */
export async function buildServices(target) {
  await run(
    process.execPath,
    [inRoot('node_modules/@swc/cli/bin/swc.js'), 'apps', 'libs', '-d', target, '--ignore', '**/*.spec.ts', '--quiet'],
    { name: 'The build', cwd: inRoot(), env: process.env },
  );
}
