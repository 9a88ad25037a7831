import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Complaint } from './complaint.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';
import { run } from './process.mjs';

/** Present when every jar in the cache has been checked against the lock file with this content. */
const verifiedMark = 'verified';

/**
 * The class path of Kafka. The jars are fetched once, by Maven, into a cache that all checkouts share; each is checked
 * against `scripts/kafka/jars.lock.json` before it is used for the first time.
 * @returns {Promise<{version: string, folder: string, classPath: string}>} `folder` holds what belongs to these jars
 * @throws {Complaint} when they are neither there nor can be fetched, or a checksum is wrong
 */
export async function kafkaJars({ onStep = () => {} } = {}) {
  const lockText = await readFile(inRoot('scripts/kafka/jars.lock.json'), 'utf8');
  const lock = JSON.parse(lockText);
  const folder = join(process.env.CENTAVO_CACHE || join(homedir(), '.cache', 'centavo'), `kafka-${lock.kafka}`);
  const checksum = sha256(lockText);
  if ((await verifiedChecksum(folder)) !== checksum) {
    await withLock(join(folder, '.lock'), async () => {
      if ((await verifiedChecksum(folder)) === checksum) return;
      await fetchJars(folder, lock, onStep);
      await writeFile(join(folder, verifiedMark), checksum);
    });
  }
  const classPath = lock.jars.map(({ file }) => join(folder, 'jars', file)).join(':');
  return { version: lock.kafka, folder, classPath };
}

const verifiedChecksum = (folder) => readFile(join(folder, verifiedMark), 'utf8').catch(() => null);

async function fetchJars(folder, lock, onStep) {
  await needMaven();
  onStep(`Fetching Kafka ${lock.kafka} (once, 45 MB)`);
  await mkdir(folder, { recursive: true });
  const incoming = await mkdtemp(join(folder, 'incoming-'));
  try {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${incoming}`, '-DincludeScope=runtime'];
    await run('mvn', ['-q', '-B', '-f', inRoot('scripts/kafka/pom.xml'), ...goal], {
      name: 'Fetching Kafka with Maven',
    });
    await verifyJars(incoming, lock);
    await rm(join(folder, 'jars'), { recursive: true, force: true });
    await rename(incoming, join(folder, 'jars'));
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

async function needMaven() {
  try {
    await promisify(execFile)('mvn', ['-version']);
  } catch {
    throw new Complaint(
      'Kafka is not in the cache yet and fetching it needs Maven: install it (Debian: apt-get install maven) and try again.',
    );
  }
}

async function verifyJars(folder, lock) {
  const present = new Set(await readdir(folder));
  for (const { file, sha256: expected } of lock.jars) {
    if (!present.delete(file))
      throw new Complaint(`Maven did not bring ${file}, which scripts/kafka/jars.lock.json lists.`);
    const actual = sha256(await readFile(join(folder, file)));
    if (actual !== expected) {
      throw new Complaint(
        `${file} has the SHA-256 ${actual}, but scripts/kafka/jars.lock.json says ${expected}: it is not used.`,
      );
    }
  }
  if (present.size > 0) {
    throw new Complaint(
      `Maven brought files that scripts/kafka/jars.lock.json does not list: ${[...present].join(', ')}.`,
    );
  }
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
