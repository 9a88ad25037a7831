import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { StandaloneProcess } from '../support/standalone-process.js';

const PROGRAMS = inRoot('dist', 'programs');
const TEST_TIMEOUT_MS = 300_000;
const LOADED_PACKAGES = new URL('../support/loaded-packages.mjs', import.meta.url).href;

/** What `dist/programs` says of the place where a text stands, of which it has one. */
async function sourceOf(text: string): Promise<string | undefined> {
  for await (const chunk of glob('chunks/*.js', { cwd: PROGRAMS })) {
    const file = join(PROGRAMS, chunk);
    const lines = (await readFile(file, 'utf8')).split('\n');
    const line = lines.findIndex((candidate) => candidate.includes(text));
    if (line === -1) continue;
    const map = new SourceMap(JSON.parse(await readFile(`${file}.map`, 'utf8')) as SourceMapPayload);
    const entry = map.findEntry(line, lines[line]!.indexOf(text));
    return 'originalSource' in entry && entry.originalSource ? join(dirname(file), entry.originalSource) : undefined;
  }
  throw new Error(`No chunk has ${text}`);
}

describe('Programs as they are built', () => {
  it(
    'bring all packages with them, but for the one that comes before everything',
    async () => {
      const loaded = new Set<string>();
      const [port, opsPort] = (await freePorts(2)) as [number, number];
      const standalone = await StandaloneProcess.start({
        dataDir: await temporaryFolder('programs'),
        port,
        opsPort,
        env: { NODE_OPTIONS: `--import=${LOADED_PACKAGES}` },
        onLine: (line) => void (line.startsWith('Package: ') && loaded.add(line.slice('Package: '.length))),
      });
      expect((await fetch(`${standalone.baseUrl}/docs/`)).status).toBe(200);
      await standalone.remove();
      expect([...loaded]).toEqual(['reflect-metadata/Reflect.js']);
    },
    TEST_TIMEOUT_MS,
  );

  it.each([
    'could not give back deliveries',
    'the time for this call is over',
    'an idle connection to PostgreSQL was lost',
  ])('know where in our sources a line of theirs was: %s', async (text) => {
    const source = await sourceOf(text);
    expect(source).toMatch(/\.ts$/);
    expect(existsSync(source!)).toBe(true);
    expect(await readFile(source!, 'utf8')).toContain(text);
  });

  it('know nothing of lines in packages, whose maps would be ten times as large', async () => {
    await expect(sourceOf('package has not been found installed')).resolves.toBeUndefined();
  });

  it('come with the licences of what is in them', async () => {
    const licences = await readFile(join(PROGRAMS, 'LICENSES.txt'), 'utf8');
    for (const name of ['@nestjs/core', 'kafkajs', 'typeorm', 'pg']) expect(licences).toMatch(`\n${name} `);
  });
});
