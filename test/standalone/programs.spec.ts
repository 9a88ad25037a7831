import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';
import { BUS_MIGRATIONS } from '@centavo/messaging';
import { PostgresDatabase } from '@centavo/persistence';
import { schemasOf } from '@centavo/service';
import { PATIENT_CONNECTION } from '@centavo/testing';
import { SERVICES } from '../../apps/standalone/src/services.js';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { HttpClient } from '../http-client.js';
import { startPlatform } from '../platform.js';
import { freePlace, StandaloneProcess } from '../support/standalone-process.js';

const PROGRAMS = inRoot('dist', 'programs');
const TEST_TIMEOUT_MS = 300_000;
const LOADED_PACKAGES = new URL('../support/loaded-packages.mjs', import.meta.url).href;

/** The chunks that programs share: their paths, and what is in them. */
async function readChunks(): Promise<{ readonly file: string; readonly text: string }[]> {
  const names = (await readdir(join(PROGRAMS, 'chunks'))).filter((name) => name.endsWith('.js'));
  const files = names.map((name) => join(PROGRAMS, 'chunks', name));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
}

/** Where in our sources a text is that stands once in `dist/programs`; undefined when it does not know. */
async function sourceOf(text: string): Promise<string | undefined> {
  for (const { file, text: chunk } of await readChunks()) {
    const lines = chunk.split('\n');
    const line = lines.findIndex((candidate) => candidate.includes(text));
    if (line === -1) continue;
    const map = new SourceMap(JSON.parse(await readFile(`${file}.map`, 'utf8')) as SourceMapPayload);
    const entry = map.findEntry(line, lines[line]!.indexOf(text));
    return 'originalSource' in entry && entry.originalSource ? join(dirname(file), entry.originalSource) : undefined;
  }
  throw new Error(`No chunk has ${text}`);
}

describe('Programs as they are built', () => {
  const loaded = new Set<string>();
  let standalone: StandaloneProcess;
  beforeAll(async () => {
    standalone = await StandaloneProcess.start({
      ...(await freePlace('programs')),
      env: { NODE_OPTIONS: `--import=${LOADED_PACKAGES}` },
      onLine: (line) => void (line.startsWith('Package: ') && loaded.add(line.slice('Package: '.length))),
    });
  }, TEST_TIMEOUT_MS);
  afterAll(() => standalone.remove(), TEST_TIMEOUT_MS);

  it('bring all packages with them, but for the one that comes before everything', async () => {
    expect((await fetch(`${standalone.baseUrl}/docs/`)).status).toBe(200);
    expect([...loaded]).toEqual(['reflect-metadata/Reflect.js']);
  });

  it('run migrations under the names that their sources have: others would run again with the next version', async () => {
    const { username: role, password, href: url } = new URL(await standalone.adminUrl());
    const admin = await PostgresDatabase.connect({ url, role, password, poolSize: 1, ...PATIENT_CONNECTION });
    for (const { name: schema, migrations } of schemasOf(SERVICES)) {
      const rows = await admin.query<{ name: string }>(`SELECT name FROM ${schema}.migrations`);
      const known = [...(schema === 'vault' ? [] : BUS_MIGRATIONS), ...migrations];
      expect(rows.map(({ name }) => name).toSorted()).toEqual(known.map(({ name }) => name).toSorted());
    }
    await admin.close();
  });

  it('show the document of the API that the sources make', async () => {
    const platform = await startPlatform();
    const { body: built } = await new HttpClient(standalone.baseUrl).get('/openapi.json');
    const { body: made } = await platform.http.get('/openapi.json');
    await platform.stop();
    expect({ ...built, servers: [] }).toEqual({ ...made, servers: [] });
  });

  it('give errors the names that they have in their packages: operators look for these', async () => {
    const code = (await readChunks()).map(({ text }) => text).join('\n');
    expect(code).toMatch(/QueryFailedError\d* = class extends [\w.]+ \{\s+static \{[^}]*value: "QueryFailedError" \}/);
  });

  it.each(['could not give back deliveries', 'the time for this call is over', 'an idle connection to PostgreSQL was'])(
    'know where in our sources a line of theirs was: %s',
    async (text) => {
      const source = await sourceOf(text);
      expect(source).toMatch(/\.ts$/);
      expect(existsSync(source!)).toBe(true);
      expect(await readFile(source!, 'utf8')).toContain(text);
    },
  );

  it('know nothing of lines in packages, whose maps would be ten times as large', async () => {
    await expect(sourceOf('package has not been found installed')).resolves.toBeUndefined();
  });

  it('come with the licences of what is in them', async () => {
    const licences = await readFile(join(PROGRAMS, 'LICENSES.txt'), 'utf8');
    for (const name of ['@nestjs/core', 'kafkajs', 'typeorm', 'pg']) expect(licences).toMatch(`\n${name} `);
  });
});
