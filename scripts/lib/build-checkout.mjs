import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { withBundler } from './bundler.mjs';
import { licenceNotice } from './licence-notice.mjs';
import { inRoot } from './paths.mjs';

const folder = inRoot('packages/checkout');

/** Browsers of the last four years: what the page needs (`AbortSignal.timeout`, `:has`) is not in older ones. */
const browsers = ['chrome105', 'firefox121', 'safari16'];

/** How many hexadecimal digits of its hash a name carries. */
const hashLength = 10;

/**
 * The checkout page as it is served: one script, one style sheet, both also compressed, and `manifest.json`, which has their names
 * and their hashes for subresource integrity. A name changes with its content, so that browsers may keep what they have for ever.
 */
export async function buildCheckout(target) {
  const outputs = await bundle(target);
  await mkdir(target, { recursive: true });
  const [script, stylesheet] = await Promise.all(
    ['.js', '.css'].map(async (extension) => {
      const { contents } = outputs.find(({ path }) => extname(path) === extension);
      const hash = createHash('sha256').update(contents).digest('hex').slice(0, hashLength);
      const name = `checkout.${hash}${extension}`;
      await Promise.all([
        writeFile(join(target, name), contents),
        writeFile(join(target, `${name}.gz`), gzipSync(contents)),
        writeFile(join(target, `${name}.br`), brotliCompressSync(contents)),
      ]);
      return { name, integrity: `sha384-${createHash('sha384').update(contents).digest('base64')}` };
    }),
  );
  await writeFile(join(target, 'manifest.json'), `${JSON.stringify({ script, stylesheet }, null, 2)}\n`);
}

const bundle = (target) =>
  withBundler(async (esbuild) => {
    const { outputFiles } = await esbuild.build({
      entryPoints: { checkout: join(folder, 'src/main.tsx') },
      outdir: target,
      write: false,
      bundle: true,
      minify: true,
      format: 'esm',
      target: browsers,
      tsconfig: join(folder, 'tsconfig.json'),
      banner: { js: await licenceNotice(folder, ['preact', 'jose']) },
      plugins: [domainLibraries],
      logLevel: 'error',
    });
    return outputFiles;
  });

/** Nothing in these libraries does anything by being imported: what the page does not use is left out. */
const domainLibraries = {
  name: 'domain-libraries',
  setup(build) {
    build.onResolve({ filter: /^@centavo\/(brazil|money)$/ }, ({ path }) => ({
      path: inRoot('libs', path.slice('@centavo/'.length), 'src/index.ts'),
      sideEffects: false,
    }));
    build.onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
      if (!resolveDir.startsWith(inRoot('libs'))) return undefined;
      return { path: join(resolveDir, path.replace(/\.js$/, '.ts')), sideEffects: false };
    });
  },
};
