import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresDatabase, startCluster, type RunningCluster } from '@centavo/persistence';
import { eventually, PATIENT_CONNECTION } from '@centavo/testing';

const run = promisify(execFile);

const REPLICATED = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' };

/** Stops, or kills, a server and waits for its end. */
async function end({ pid }: RunningCluster, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  await eventually(() => !isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const addressOf = ({ password, port }: RunningCluster): string => `postgresql://postgres:${password}@127.0.0.1:${port}`;

/** A PostgreSQL with a streaming standby, for one test file: every test database that it starts meanwhile is there. */
export class ReplicatedCluster {
  private constructor(
    private readonly home: string,
    private readonly primary: RunningCluster,
    private standby: RunningCluster,
  ) {}

  /** Also makes it the cluster of this file's test databases. */
  static async start(): Promise<ReplicatedCluster> {
    const home = await mkdtemp(join(tmpdir(), 'centavo-replicated-'));
    // The server's user has to get through.
    await run('chmod', ['711', home]);
    const [first, second] = [join(home, 'primary'), join(home, 'standby')];
    const fresh = await startCluster(first, false, undefined, REPLICATED);
    await end(fresh, 'SIGINT');
    await run('cp', ['-a', first, second]);
    const primary = await startCluster(first, false, fresh.port, REPLICATED);
    await writeFile(join(second, 'data', 'standby.signal'), '');
    await appendFile(
      join(second, 'data', 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=${primary.password}'\n`,
    );
    const standby = await startCluster(second, false, undefined, REPLICATED);
    await mkdir(join(home, 'starting'));
    await writeFile(join(home, 'address'), addressOf(primary));
    process.env['CENTAVO_TEST_CLUSTER'] = home;
    return new ReplicatedCluster(home, primary, standby);
  }

  /** Address of the standby, as a setting. */
  get standbyUrl(): string {
    return `postgresql://127.0.0.1:${this.standby.port}/any`;
  }

  /** Asks the standby something, as its administrator. @param database the path of an address */
  async askStandby(statement: string, database = '/postgres'): Promise<Record<string, unknown>[]> {
    const { password } = this.standby;
    const url = `${addressOf(this.standby)}${database}`;
    const options = { url, role: 'postgres', password, schema: 'public', poolSize: 1, ...PATIENT_CONNECTION };
    const connection = await PostgresDatabase.connect(options);
    try {
      return await connection.query(statement);
    } finally {
      await connection.close();
    }
  }

  /** The standby stands still at what it has, while the primary goes on. */
  async pauseReplay(): Promise<void> {
    await this.askStandby('SELECT pg_wal_replay_pause()');
    await eventually(async () => {
      const [row] = await this.askStandby('SELECT pg_get_wal_replay_pause_state() AS state');
      return row!['state'] === 'paused';
    });
  }

  async resumeReplay(): Promise<void> {
    await this.askStandby('SELECT pg_wal_replay_resume()');
  }

  async killStandby(): Promise<void> {
    await end(this.standby, 'SIGQUIT');
  }

  /** Where it was before. */
  async restartStandby(): Promise<void> {
    this.standby = await startCluster(join(this.home, 'standby'), false, this.standby.port, REPLICATED);
  }

  async close(): Promise<void> {
    const servers = [this.standby, this.primary].filter(({ pid }) => isAlive(pid));
    await Promise.all(servers.map((server) => end(server, 'SIGQUIT')));
    await rm(this.home, { recursive: true, force: true, maxRetries: 3 });
  }
}
