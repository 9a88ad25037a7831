import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTestCluster } from './jest-global-teardown.mjs';

const PREFIX = 'centavo-test-';

/** Says where this run's PostgreSQL goes. The first test that needs it starts it; `startTestDatabase` does. */
export default async function setUp() {
  await removeLeftovers();
  process.env.CENTAVO_TEST_CLUSTER = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
}

/** Those of runs that were killed. */
async function removeLeftovers() {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) && Number(name.slice(PREFIX.length).split('-')[0]);
    if (pid && pid !== process.pid && !isAlive(pid)) await removeTestCluster(join(tmpdir(), name));
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
