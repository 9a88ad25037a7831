import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { guardGroup, releaseGroup } from './guard.mjs';
import { KafkaBroker } from './kafka.mjs';
import { withLocalDefaults } from './local-environment.mjs';
import { importBuilt, inRoot, programFile } from './paths.mjs';
import { freePorts, isPortFree } from './ports.mjs';
import { run } from './process.mjs';
import { StackInstance } from './stack-instance.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** The apps of a stack in the order of their start; they stop the other way round, so that the gateway stops first. */
export const STACK_SERVICES = ['onboarding', 'payments', 'ledger', 'webhooks', 'gateway'];

/**
 * Starts PostgreSQL, Kafka and every app as its own process, on 127.0.0.1, and waits until all are ready.
 *
 * @param {object} options
 * @param {Partial<Record<string, number>>} [options.scale] how many of each app, 0 for none; one by default
 * @param {string} [options.dataDir] where all data lie and stay; without it a temporary folder that `stop` removes
 * @param {{gateway: number, ops: number}} [options.ports] the first of the gateways' and of the operations ports, the next
 *   ones follow; free ones by default
 * @param {NodeJS.ProcessEnv} [options.env] settings of the apps beside or instead of `process.env`
 * @param {'small' | 'load'} [options.kafkaProfile]
 * @param {(step: string) => void} [options.onStep]
 * @param {(instance: StackInstance, line: string) => void} [options.onLine] a line that an app printed
 * @param {(instance: StackInstance, how: string) => void} [options.onExit] an app ended without being told to
 * @returns {Promise<Stack>}
 * @throws {Complaint} when something is missing or does not start; what had started is stopped again
 */
export async function startStack(options = {}) {
  const stack = new Stack(options);
  try {
    await stack.start();
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** A running stack. Instances are counted from 0 per service, in the order in which they were added. */
export class Stack {
  #options;
  #instances = [];
  #environment;
  #merchant;
  #isTemporary;
  #starting;
  #stopping;

  constructor({ scale = {}, dataDir, ports, env = {}, kafkaProfile, onStep, onLine, onExit }) {
    this.#isTemporary = dataDir === undefined;
    this.dataDir = dataDir;
    this.#options = {
      scale,
      ports,
      env,
      kafkaProfile,
      onStep: onStep ?? ignore,
      onLine: onLine ?? ignore,
      onExit: onExit ?? ignore,
    };
  }

  /** Used by {@link startStack}. {@link stop} may be called meanwhile: it ends at the next step. */
  start() {
    this.#starting = this.#startAll();
    return this.#starting;
  }

  async #startAll() {
    this.dataDir ??= await temporaryFolder('stack');
    await mkdir(join(this.dataDir, 'logs'), { recursive: true });
    const { ports, kafkaProfile, onStep } = this.#options;
    const slots = await this.#portSlots(ports);
    onStep('Starting PostgreSQL and Kafka');
    // First and alone: it finds out whether the folder belongs to another running stack.
    this.postgres = await startPostgres(this.dataDir, onStep);
    const kafka = { dataDir: join(this.dataDir, 'kafka'), profile: kafkaProfile, onStep };
    this.kafka = await KafkaBroker.start(kafka);
    this.#goOnUnlessStopping();
    this.#environment = await this.#buildEnvironment();
    onStep('Creating topics and migrating the database');
    await settled([this.runStep('migrate'), this.runStep('topics')]);
    this.#goOnUnlessStopping();
    onStep(`Starting ${slots.map(({ service }) => service).join(', ')}`);
    for (const slot of slots) this.#addInstance(slot).launch();
    await settled(this.#instances.map((instance) => instance.untilReady()));
    if (this.#of('gateway').length > 0) await this.#makeMerchant();
  }

  /** Every instance, e.g. to show their state. */
  get instances() {
    return [...this.#instances];
  }

  /** Address of the first gateway. */
  get baseUrl() {
    return this.baseUrls[0];
  }

  get baseUrls() {
    return this.#of('gateway').map(({ env }) => `http://127.0.0.1:${env.PORT}`);
  }

  get operatorToken() {
    return this.#environment.OPERATOR_TOKEN.split(',')[0];
  }

  /** The demo merchant: `{id, wallet_id, public_key, secret_key}`. */
  get merchant() {
    return this.#merchant;
  }

  /** The same as `credentials.json` holds. */
  get credentials() {
    const baseUrl = process.env.PUBLIC_URL || this.baseUrl.replace('127.0.0.1', 'localhost');
    return { base_url: baseUrl, operator_token: this.operatorToken, merchant: this.#merchant };
  }

  instance(service, index = 0) {
    const found = this.#of(service)[index];
    if (!found) throw new Complaint(`There is no ${service} number ${index} in this stack.`);
    return found;
  }

  /** Ends one instance and waits until it is gone. */
  async kill(service, index = 0, signal = 'SIGKILL') {
    await this.instance(service, index).end(signal);
  }

  /** Starts an instance again after {@link kill} and waits until it is ready. */
  async restart(service, index = 0) {
    const instance = this.instance(service, index);
    if (instance.isRunning) await instance.end();
    instance.launch();
    await instance.untilReady();
  }

  /** Starts one more instance of a service; answers its index. */
  async add(service) {
    const [port, opsPort] = await freePorts(2);
    const number = this.#of(service).length + 1;
    const instance = this.#addInstance({ service, number, port, opsPort });
    instance.launch();
    await instance.untilReady();
    return number - 1;
  }

  /** Ends PostgreSQL as a power failure would, and starts it again where it was. */
  async crashPostgres() {
    const { pid } = this.postgres;
    try {
      await this.postgres.crash();
    } finally {
      releaseGroup(pid);
      guardGroup(this.postgres.pid);
    }
  }

  /** Stops everything in order: gateways, services, Kafka, PostgreSQL. */
  stop() {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll() {
    await Promise.all(this.#instances.filter(isGateway).map((instance) => instance.end()));
    await Promise.all(this.#instances.filter((instance) => !isGateway(instance)).map((instance) => instance.end()));
    await this.#starting?.catch(() => {});
    await this.kafka?.stop();
    await this.postgres?.stop();
    if (this.postgres) releaseGroup(this.postgres.pid);
    if (this.#isTemporary && this.dataDir) await rm(this.dataDir, { recursive: true, force: true });
  }

  #goOnUnlessStopping() {
    if (this.#stopping) throw new Complaint('The stack was stopped while it started.');
  }

  #of(service) {
    return this.#instances.filter((instance) => instance.service === service);
  }

  #addInstance({ service, number, port, opsPort }) {
    const instance = new StackInstance({
      service,
      number,
      opsPort,
      env: this.#environmentOf(service, port),
      logFolder: join(this.dataDir, 'logs'),
      onLine: this.#options.onLine,
      onExit: this.#options.onExit,
    });
    this.#instances.push(instance);
    return instance;
  }

  /** A process gets no secret that it does not need: a superuser's access is the migrate step's, the card vault payments'. */
  #environmentOf(service, port) {
    const { DATABASE_ADMIN_URL: _admin, ...environment } = this.#environment;
    if (service === 'payments') return environment;
    const {
      VAULT_DATABASE_PASSWORD: _password,
      VAULT_KEYS: _keys,
      VAULT_KEYS_FILE: _file,
      ...withoutVault
    } = environment;
    return service === 'gateway' ? { ...withoutVault, PORT: String(port) } : withoutVault;
  }

  async #buildEnvironment() {
    const { withSandboxKeys } = await importBuilt('libs/runtime/src/index.js');
    const given = withLocalDefaults({ ...process.env, ...this.#options.env });
    return {
      ...(await withSandboxKeys(given, this.dataDir)),
      DATA_DIR: this.dataDir,
      DATABASE_URL: withoutUser(this.postgres.adminUrl),
      DATABASE_ADMIN_URL: this.postgres.adminUrl,
      KAFKA_BROKERS: this.kafka.brokers,
      // The broker of the stack allows it; a killed instance's work is taken over sooner.
      KAFKA_SESSION_TIMEOUT_MS: '3000',
    };
  }

  /** Runs a step of an operator's and waits until it is done. @throws {Complaint} when it fails */
  async runStep(step, ...args) {
    const env = step === 'migrate' ? this.#environment : this.#environmentOf(step);
    const options = { name: `The ${step} step`, cwd: inRoot(), env };
    await run(process.execPath, [programFile(step), ...args], options);
  }

  async #makeMerchant() {
    const { readCredentials, keepCredentials } = await importBuilt('apps/standalone/src/credentials.js');
    const { createDemoMerchant } = await importBuilt('apps/standalone/src/demo-merchant.js');
    const kept = await readCredentials(this.dataDir);
    this.#merchant = kept?.merchant ?? (await createDemoMerchant(this.baseUrl, this.operatorToken));
    await keepCredentials(this.dataDir, this.credentials);
  }

  async #portSlots(ports) {
    const { scale } = this.#options;
    const slots = STACK_SERVICES.flatMap((service) =>
      Array.from({ length: scale[service] ?? 1 }, (_, index) => ({ service, number: index + 1 })),
    );
    const free = await freePorts(slots.length * 2);
    const gatewaysFirst = slots.toSorted((a, b) => Number(b.service === 'gateway') - Number(a.service === 'gateway'));
    gatewaysFirst.forEach((slot, index) => {
      slot.port = ports ? ports.gateway + index : free[index * 2];
      slot.opsPort = ports ? ports.ops + index : free[index * 2 + 1];
    });
    for (const { service, port, opsPort } of slots) {
      if (service === 'gateway') await needFree(port, 'PORT');
      await needFree(opsPort, 'OPS_PORT');
    }
    return slots;
  }
}

async function needFree(port, setting) {
  if (await isPortFree(port)) return;
  throw new Complaint(`Port ${port} is taken: stop what uses it, or choose others with ${setting}=<first port>.`);
}

/** Errors that say what to do. */
const forPeople = new Set(['DirectoryInUseError', 'ClosedFolderError']);

async function startPostgres(dataDir, onStep) {
  const { EmbeddedPostgres } = await importBuilt('libs/persistence/src/index.js');
  const directory = join(dataDir, 'postgres');
  try {
    const postgres = await EmbeddedPostgres.start({ directory, database: 'centavo', logger: { warn: onStep } });
    guardGroup(postgres.pid);
    return postgres;
  } catch (error) {
    if (forPeople.has(error.name)) throw new Complaint(error.message);
    throw error;
  }
}

/** The address without credentials: every service adds its own. */
function withoutUser(address) {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/** Like `Promise.all`, but nothing runs on behind an error: what must be stopped is then known. */
async function settled(promises) {
  const results = await Promise.allSettled(promises);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

const ignore = () => {};

const isGateway = ({ service }) => service === 'gateway';
