import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;
/** Bounds of the three ways to stop, from polite to certain. */
const STOPPING = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 3_000 },
  { signal: 'SIGKILL', waitMs: 3_000 },
] as const;

/** What a running server says about itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Accepts connections. */
  readonly isReady: boolean;
}

/**
 * Reads `postmaster.pid`. Its process is alive, but may be an unrelated one: after a crash the file stays and ids are used again.
 * https://www.postgresql.org/docs/current/storage-file-layout.html
 */
export async function readPostmaster(dataDirectory: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n').map((line) => line.trim());
  if (!pid || !port || !isAlive(Number(pid))) return undefined;
  return { pid: Number(pid), port: Number(port), isReady: status === 'ready' };
}

/**
 * Stops a server: fast shutdown first, then harder. Committed data survives all of them.
 * @param first the way to begin with; SIGQUIT is PostgreSQL's immediate shutdown
 */
export async function stopProcess(pid: number, first: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  for (const { signal, waitMs } of STOPPING.slice(STOPPING.findIndex((way) => way.signal === first))) {
    if (!send(pid, signal)) return;
    const giveUpAt = Date.now() + waitMs;
    while (isAlive(pid) && Date.now() < giveUpAt) await delay(POLL_MS);
  }
}

export function isAlive(pid: number): boolean {
  return send(pid, 0);
}

/** Whether the signal found a process. */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
