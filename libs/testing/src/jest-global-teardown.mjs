import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
const STOP_TIMEOUT_MS = 5_000;

/** Stops the run's PostgreSQL and removes its files. */
export default async function tearDown() {
  await removeTestCluster(process.env.CENTAVO_TEST_CLUSTER);
}

export async function removeTestCluster(directory) {
  const [pid] = (await readFile(join(directory, 'data/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (pid) await stopServer(Number(pid));
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
}

/** Immediate shutdown: nothing in it is worth a checkpoint. */
async function stopServer(pid) {
  const giveUpAt = Date.now() + STOP_TIMEOUT_MS;
  if (!send(pid, 'SIGQUIT')) return;
  while (send(pid, 0) && Date.now() < giveUpAt) await delay(POLL_MS);
}

function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
