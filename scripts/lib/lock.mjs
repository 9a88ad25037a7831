import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { waitFor } from './wait.mjs';

/** A holder writes its process id right after taking the lock; a lock without one for longer than this was abandoned. */
const unsignedLockMs = 5_000;

/**
 * Runs `work` while no other process holds the same lock. The lock of a process that died is taken over.
 * @template T
 * @param {string} path a folder that exists while the lock is held
 * @param {() => Promise<T>} work
 */
export async function withLock(path, work, { timeoutMs = 300_000 } = {}) {
  await mkdir(dirname(path), { recursive: true });
  await waitFor(() => tryToTake(path), { what: `the lock ${path}`, timeoutMs, everyMs: 100 });
  try {
    return await work();
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function tryToTake(path) {
  try {
    await mkdir(path);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (await isAbandoned(path)) await rm(path, { recursive: true, force: true });
    return false;
  }
  await writeFile(join(path, 'pid'), String(process.pid));
  return true;
}

async function isAbandoned(path) {
  const pid = Number(await readFile(join(path, 'pid'), 'utf8').catch(() => 0));
  if (pid > 0) return !isAlive(pid);
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > unsignedLockMs;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
