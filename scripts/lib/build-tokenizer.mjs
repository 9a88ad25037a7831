import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';
import { run } from './process.mjs';

const folder = inRoot('packages/tokenizer');

/**
 * The SDK as it is published: `index.js` for Node and bundlers, which bring jose themselves, its types, and `tokenizer.min.js` with
 * everything in it for pages that have no bundler.
 */
export async function buildTokenizer(target) {
  await Promise.all([bundle(target), declareTypes(target)]);
}

async function bundle(target) {
  // Not at the top: this file is read before packages are installed.
  const esbuild = await import('esbuild');
  const common = {
    entryPoints: [join(folder, 'src/index.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  };
  const banner = { js: await licenceNotice() };
  try {
    await Promise.all([
      esbuild.build({ ...common, packages: 'external', outfile: join(target, 'index.js') }),
      esbuild.build({ ...common, minify: true, banner, outfile: join(target, 'tokenizer.min.js') }),
    ]);
  } finally {
    // Its own process would stay for as long as ours.
    await esbuild.stop();
  }
}

/** jose's licence asks to go with every copy. */
async function licenceNotice() {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const jose = createRequire(join(folder, 'package.json')).resolve('jose/package.json');
  const notice = await readFile(join(jose, '../LICENSE.md'), 'utf8');
  return `/*! ${name} ${version}, ${license}. It contains jose:\n\n${notice}*/`;
}

const declareTypes = (target) =>
  run(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-p', folder, '--outDir', target], {
    name: "The tokenizer's types",
    cwd: inRoot(),
    env: process.env,
  });
