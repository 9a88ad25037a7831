import { join } from 'node:path';
import { withBundler } from './bundler.mjs';
import { licenceNotice } from './licence-notice.mjs';
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

const bundle = (target) =>
  withBundler(async (esbuild) => {
    const common = {
      entryPoints: [join(folder, 'src/index.ts')],
      bundle: true,
      format: 'esm',
      target: 'es2022',
      logLevel: 'error',
    };
    const banner = { js: await licenceNotice(folder, ['jose']) };
    await Promise.all([
      esbuild.build({ ...common, packages: 'external', outfile: join(target, 'index.js') }),
      esbuild.build({ ...common, minify: true, banner, outfile: join(target, 'tokenizer.min.js') }),
    ]);
  });

const declareTypes = (target) =>
  run(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-p', folder, '--outDir', target], {
    name: "The tokenizer's types",
    cwd: inRoot(),
    env: process.env,
  });
