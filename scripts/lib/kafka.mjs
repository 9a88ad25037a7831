import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { findJava } from './java.mjs';
import { kafkaJars } from './kafka-jars.mjs';
import { scramArguments, secureBroker } from './kafka-security.mjs';
import { withLock } from './lock.mjs';
import { inRoot } from './paths.mjs';
import { freePorts, isPortFree } from './ports.mjs';
import { ManagedProcess, run } from './process.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

const startTimeoutMs = 60_000;

/** Heap and compiler: `small` starts quickly and stays small, `load` is for figures under load. */
const jvmProfiles = {
  small: ['-Xms128m', '-Xmx384m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
  load: ['-Xms512m', '-Xmx768m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
};

/**
 * Why no broker can be started here, as a sentence, or null when one can. Fetches Kafka when it is not in the cache.
 * @returns {Promise<string | null>}
 */
export async function whyNoKafka({ onStep } = {}) {
  try {
    await findJava();
    await kafkaJars({ onStep });
    return null;
  } catch (error) {
    if (error instanceof Complaint) return error.message;
    throw error;
  }
}

/** A real one-node Kafka (KRaft) on 127.0.0.1, without Docker. Several can run beside each other. */
export class KafkaBroker {
  #java;
  #process = null;
  #signIn;

  /**
   * Starts a broker and waits until it serves.
   * @param {{dataDir?: string, profile?: 'small' | 'load', signIn?: {username: string, password: string}, onStep?: (step: string) => void}} options
   *   without `dataDir` the data lie in a temporary folder that `stop` removes; with it, a later broker on it continues where this one ended.
   *   With `signIn` clients must do so, over TLS, and trust `authorityFile`
   * @throws {Complaint} when Java, Maven or the jars are missing, or the broker does not start
   */
  static async start({ dataDir, profile = 'small', signIn, onStep = () => {} } = {}) {
    const java = await findJava();
    const jars = await kafkaJars({ onStep });
    const archive = await classDataArchive(java, jars, onStep);
    const folder = dataDir ?? (await temporaryFolder('kafka'));
    const broker = new KafkaBroker(folder, dataDir === undefined, {
      command: java.command,
      classPath: jars.classPath,
      options: [...jvmProfiles[profile], '-Xshare:auto', `-XX:SharedArchiveFile=${archive}`],
    });
    broker.#signIn = signIn;
    try {
      await broker.restart();
    } catch (error) {
      await broker.stop();
      throw error;
    }
    return broker;
  }

  constructor(folder, isTemporary, java) {
    this.folder = folder;
    this.isTemporary = isTemporary;
    this.#java = java;
  }

  /** `host:port`, as a client wants it. */
  get brokers() {
    return `127.0.0.1:${this.port}`;
  }

  get pid() {
    return this.#process?.pid;
  }

  /** Starts the broker again after {@link stop} or {@link kill}, with its data and on its port. */
  async restart() {
    if (this.#process && !this.#process.hasExited) return;
    if (this.port === undefined) await this.#prepare();
    const log = createWriteStream(join(this.folder, 'kafka.log'), { flags: 'a' });
    const ready = Promise.withResolvers();
    const child = new ManagedProcess(this.#java.command, [...javaArguments(this.#java), 'kafka.Kafka', this.#config], {
      name: 'kafka',
      onLine: (line) => {
        log.write(`${line}\n`);
        if (line.includes('Kafka Server started')) ready.resolve(true);
      },
    });
    void child.exit.then(() => log.end());
    this.#process = child;
    const timer = setTimeout(() => ready.resolve(false), startTimeoutMs);
    const isReady = await Promise.race([ready.promise, child.exit.then(() => false)]);
    clearTimeout(timer);
    if (isReady) return;
    await child.kill();
    throw new Complaint(`Kafka did not start (its log: ${this.folder}/kafka.log):\n${child.lastLines.join('\n')}`);
  }

  /** Stops the broker cleanly; a temporary one is removed with its data unless `keepData`. */
  async stop({ keepData = false } = {}) {
    await this.#process?.stop();
    if (this.isTemporary && !keepData) await rm(this.folder, { recursive: true, force: true });
  }

  /** `kill -9`. */
  async kill() {
    await this.#process?.kill();
  }

  /** Stops the world for the broker: connections stay open and nobody answers. */
  freeze() {
    this.#process?.signal('SIGSTOP');
  }

  thaw() {
    this.#process?.signal('SIGCONT');
  }

  get #config() {
    return join(this.folder, 'server.properties');
  }

  async #prepare() {
    await mkdir(this.folder, { recursive: true });
    const ports = await portsOf(this.folder);
    this.port = ports.client;
    const template = await readFile(inRoot('scripts/kafka/server.properties'), 'utf8');
    const config = template
      .replaceAll('@PORT@', ports.client)
      .replaceAll('@CPORT@', ports.controller)
      .replaceAll('@DIR@', this.folder);
    const security = this.#signIn && (await secureBroker(this.folder, this.#java.command, this.#signIn));
    this.authorityFile = security?.authorityFile;
    await writeFile(this.#config, config + (security?.properties ?? ''));
    if (await exists(join(this.folder, 'data', 'meta.properties'))) return;
    const clusterId = randomBytes(16).toString('base64url');
    const format = [
      'kafka.tools.StorageTool',
      'format',
      `--cluster-id=${clusterId}`,
      '--standalone',
      '-c',
      this.#config,
      ...(this.#signIn ? scramArguments(this.#signIn) : []),
    ];
    await run(this.#java.command, [...javaArguments(this.#java), ...format], {
      name: 'Formatting the Kafka data folder',
    });
  }
}

const javaArguments = ({ classPath, options }) => [
  ...options,
  '-Djava.awt.headless=true',
  `-Dlog4j2.configurationFile=${inRoot('scripts/kafka/log4j2.properties')}`,
  '-cp',
  classPath,
];

/** A data folder keeps its ports: its quorum remembers the controller's address. */
async function portsOf(folder) {
  const file = join(folder, 'ports.json');
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => null);
  if (kept && (await isPortFree(kept.client)) && (await isPortFree(kept.controller))) return kept;
  const [client, controller] = await freePorts(2);
  await writeFile(file, JSON.stringify({ client, controller }));
  return { client, controller };
}

/** Made once per Java version by one start and stop: it halves the time of every later start. */
async function classDataArchive(java, jars, onStep) {
  const archive = join(jars.folder, `classes-${java.version}.jsa`);
  if (await exists(archive)) return archive;
  await withLock(`${archive}.lock`, async () => {
    if (await exists(archive)) return;
    onStep('Preparing Kafka for quick starts (once)');
    const folder = await temporaryFolder('kafka');
    const incoming = `${archive}.incoming`;
    const broker = new KafkaBroker(folder, true, {
      command: java.command,
      classPath: jars.classPath,
      options: [...jvmProfiles.small, `-XX:ArchiveClassesAtExit=${incoming}`],
    });
    await broker.restart();
    await broker.stop();
    await rename(incoming, archive);
  });
  return archive;
}

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );
