import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { eventually, PATIENT_CONNECTION, silentLogger } from '@centavo/testing';
import { PostgresDatabase } from '../postgres-database.js';
import { findCluster, startCluster } from './cluster.js';
import { DirectoryInUseError, EmbeddedPostgres } from './embedded-postgres.js';
import { isAlive, stopProcess } from './postmaster.js';

/** What `statement` answers the administrator. */
async function ask(postgres: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const { username: role, password } = new URL(postgres.adminUrl);
  const options = { url: postgres.adminUrl, role, password, schema: 'public', poolSize: 1, ...PATIENT_CONNECTION };
  const database = await PostgresDatabase.connect(options);
  try {
    return await database.query(statement);
  } finally {
    await database.close();
  }
}

describe('EmbeddedPostgres', () => {
  let directory: string;
  const running: EmbeddedPostgres[] = [];

  const start = async (): Promise<EmbeddedPostgres> => {
    const postgres = await EmbeddedPostgres.start({ directory, database: 'centavo', logger: silentLogger });
    running.push(postgres);
    return postgres;
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'centavo-embedded-'));
  });
  afterEach(() => Promise.all(running.splice(0).map((postgres) => postgres.stop())));
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('keeps its data from one start to the next', async () => {
    const first = await start();
    await ask(first, 'CREATE TABLE stopped AS SELECT 1 AS id');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start();

    expect(await ask(second, 'SELECT id FROM stopped')).toEqual([{ id: 1 }]);
  });

  it('makes every commit durable', async () => {
    const postgres = await start();

    expect(
      await ask(postgres, `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`),
    ).toEqual([{ fsync: 'on', commit: 'on' }]);
  });

  it('keeps its password to itself', async () => {
    await start();

    const { mode } = await stat(join(directory, 'password'));
    expect(mode & 0o077).toBe(0);
  });

  it('starts after it was killed with its server, and has what was committed', async () => {
    const first = await start();
    await ask(first, 'CREATE TABLE killed AS SELECT 1 AS id');
    process.kill(first.pid, 'SIGKILL');
    await eventually(() => !isAlive(first.pid));

    const second = await start();

    expect(await ask(second, 'SELECT id FROM killed')).toEqual([{ id: 1 }]);
  });

  it('comes back from a crash where it was, with what was committed, and still belongs to its owner', async () => {
    const postgres = await start();
    const { adminUrl, pid } = postgres;
    await ask(postgres, 'CREATE TABLE crashed AS SELECT 1 AS id');

    await postgres.crash();

    expect(isAlive(pid)).toBe(false);
    expect(postgres.adminUrl).toBe(adminUrl);
    expect(await ask(postgres, 'SELECT id FROM crashed')).toEqual([{ id: 1 }]);
    await expect(start()).rejects.toThrow(DirectoryInUseError);
  });

  it('replaces a server whose owner was killed', async () => {
    // A server without an owner's connection: that is all that is left of a killed owner.
    const orphan = await startCluster(directory, true);

    const postgres = await start();

    expect(isAlive(orphan.pid)).toBe(false);
    expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('refuses a directory whose owner is alive, and leaves its server alone', async () => {
    const first = await start();

    await expect(start()).rejects.toThrow(DirectoryInUseError);

    expect(await ask(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('stays the owner when PostgreSQL ended all connections', async () => {
    const owners = `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`;
    const first = await start();
    const before = await ask(first, owners);
    await ask(first, `SELECT pg_terminate_backend(pid) FROM (${owners}) AS owner`);

    const after = await eventually(async () => {
      const pids = await ask(first, owners);
      return pids.length === 1 && !isDeepStrictEqual(pids, before) && pids;
    });

    expect(after).toHaveLength(1);
    await expect(start()).rejects.toThrow(DirectoryInUseError);
  });

  describe('with the process id of its killed server in use by something else', () => {
    let other: ChildProcess;

    beforeEach(() => {
      other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    });
    afterEach(() => other.kill('SIGKILL'));

    it('starts and does not touch it', async () => {
      const first = await start();
      await stopProcess(first.pid);
      const leftover = [other.pid, join(directory, 'data'), 0, 1, '', '127.0.0.1', '', 'ready'].join('\n');
      await writeFile(join(directory, 'data', 'postmaster.pid'), leftover);

      const postgres = await start();

      expect(isAlive(other.pid!)).toBe(true);
      expect(await ask(postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  it('says what the server said when it does not come up', async () => {
    await (await start()).stop();
    await writeFile(join(directory, 'data', 'postgresql.conf'), 'shared_buffers = nonsense');

    await expect(start()).rejects.toThrow(/shared_buffers/);
    expect(await findCluster(directory)).toBeUndefined();
  });
});
