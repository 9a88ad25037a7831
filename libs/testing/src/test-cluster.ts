import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster } from '@centavo/persistence';
import { Client } from 'pg';
import { eventually } from './eventually.js';

const START_TIMEOUT_MS = 120_000;

/**
 * The PostgreSQL server of this test run. The first test file that asks starts it, files in other processes wait for that;
 * Jest's global teardown stops it.
 * @returns its address without a database
 */
async function testCluster(): Promise<string> {
  const directory = process.env['CENTAVO_TEST_CLUSTER'];
  if (!directory) throw new Error('jest.config.mjs must name the global setup and teardown of libs/testing.');
  const address = join(directory, 'address');
  if (await isFirst(directory)) {
    const { port, password } = await startCluster(directory, false);
    // Renamed into place: nobody reads half of it.
    await writeFile(`${address}.new`, `postgresql://postgres:${password}@127.0.0.1:${port}`);
    await rename(`${address}.new`, address);
  }
  return eventually(() => readFile(address, 'utf8'), { timeoutMs: START_TIMEOUT_MS });
}

/** Runs `work` as administrator, one such work at a time in the whole test run. */
export async function administer<Result>(work: (admin: Client, cluster: string) => Promise<Result>): Promise<Result> {
  const cluster = await testCluster();
  const admin = new Client({ connectionString: `${cluster}/postgres` });
  await admin.connect();
  try {
    await admin.query('SELECT pg_advisory_lock(1)');
    return await work(admin, cluster);
  } finally {
    await admin.end();
  }
}

async function isFirst(directory: string): Promise<boolean> {
  try {
    await mkdir(join(directory, 'starting'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
