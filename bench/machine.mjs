import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import pg from 'pg';
import { administratorOf } from './administrator.mjs';
import { sum } from './usage.mjs';

const probeMs = 1_000;
const connections = 8;
const hashedBytes = 1024;

/**
 * What this machine gives right now. Shared machines change from day to day: what a process pays for being woken, how fast it computes
 * and how long a commit takes. Takes three seconds.
 * @param {{dataDir: string}} options of the system that runs
 * @returns {Promise<{microsPerTick: number, hashesPerSecond: number, commitsPerSecond: number}>}
 */
export async function probeMachine({ dataDir }) {
  return {
    microsPerTick: await probeTicks(),
    hashesPerSecond: probeHashes(),
    // Beside the platform's own database, so that nothing of it changes.
    commitsPerSecond: await probeCommits(await administratorOf(dataDir, 'postgres')),
  };
}

/** Wakes every 10 ms to do nothing; the first ticks pay for what is compiled and belong to nobody. */
const idleProcess = `
  const periodMs = 10;
  const warmUpTicks = 10;
  let ticks = -warmUpTicks;
  let before;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks === 0) before = process.cpuUsage();
    if (ticks < ${probeMs} / periodMs) return;
    clearInterval(timer);
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / ticks);
  }, periodMs);
`;

/** Microseconds of CPU that an idle timer tick costs, in a process with nothing else to do. */
async function probeTicks() {
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', idleProcess]);
  return Number(stdout);
}

/** SHA-256 of 1 KiB, one after the other, on one core. */
function probeHashes() {
  const input = Buffer.alloc(hashedBytes, 'centavo');
  const beganAt = performance.now();
  let hashes = 0;
  while (performance.now() - beganAt < probeMs) {
    hash('sha256', input);
    hashes += 1;
  }
  return (hashes * 1000) / (performance.now() - beganAt);
}

/** Durable commits of one row, on eight connections, in a table of its own that is gone afterwards. */
async function probeCommits(connection) {
  const clients = Array.from({ length: connections }, () => new pg.Client(connection));
  await Promise.all(clients.map((client) => client.connect()));
  const [first] = clients;
  await first.query(
    'DROP TABLE IF EXISTS machine_probe; CREATE TABLE machine_probe (id uuid PRIMARY KEY, at timestamptz)',
  );
  try {
    const beganAt = performance.now();
    const commits = await Promise.all(clients.map((client) => commitUntil(client, beganAt + probeMs)));
    return (sum(commits) * 1000) / (performance.now() - beganAt);
  } finally {
    await first.query('DROP TABLE machine_probe');
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function commitUntil(client, end) {
  let commits = 0;
  while (performance.now() < end) {
    await client.query('INSERT INTO machine_probe VALUES (gen_random_uuid(), now())');
    commits += 1;
  }
  return commits;
}
