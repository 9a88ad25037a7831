import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCluster } from '@centavo/persistence';
import type { FaultPoint } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { inRoot, nodeOptions, programFile } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { ManagedProcess } from '../../scripts/lib/process.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { stopProcess } from '../../libs/persistence/src/embedded/postmaster.js';
import type { OpenPlatform } from './open-shop.js';

export interface StandaloneOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly opsPort: number;
  /** Whether {@link StandaloneProcess.armFaultPoint} works. */
  readonly hasFaultSwitch?: boolean;
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** Hears every line that it prints. */
  readonly onLine?: (line: string) => void;
}

/** Where one can run beside others. @param name part of its folder's */
export async function freePlace(name: string): Promise<Pick<StandaloneOptions, 'dataDir' | 'port' | 'opsPort'>> {
  const [port, opsPort] = (await freePorts(2)) as [number, number];
  return { dataDir: await temporaryFolder(name), port, opsPort };
}

const START_TIMEOUT_MS = 120_000;
/** The same program as modules, of which the switch needs one. */
const MODULES = inRoot('dist/apps/standalone/src/main.js');
const FAULT_SWITCH = new URL('fault-switch.mjs', import.meta.url).href;

/** What `npm start` runs, as a process that can be killed. */
export class StandaloneProcess {
  readonly process: ManagedProcess;
  readonly baseUrl: string;
  #hasWelcomed = false;

  private constructor(private readonly options: StandaloneOptions) {
    const { dataDir, port, opsPort, hasFaultSwitch, env, onLine } = options;
    const program = hasFaultSwitch ? ['--import', FAULT_SWITCH, MODULES] : [programFile('standalone')];
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.process = new ManagedProcess(process.execPath, [...nodeOptions, ...program], {
      name: 'standalone',
      cwd: inRoot(),
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        OPS_PORT: String(opsPort),
        POSTBACK_ALLOWED_NETWORKS: '127.0.0.0/8',
        ...env,
      },
      onLine: (line) => {
        this.#hasWelcomed ||= line.includes('Centavo runs at');
        onLine?.(line);
      },
    });
  }

  /** Starts it, however that ends. */
  static launch(options: StandaloneOptions): StandaloneProcess {
    return new StandaloneProcess(options);
  }

  /** Starts it and waits until it says where it runs. */
  static async start(options: StandaloneOptions): Promise<StandaloneProcess> {
    const standalone = StandaloneProcess.launch(options);
    await eventually(() => standalone.process.hasExited || standalone.#hasWelcomed, { timeoutMs: START_TIMEOUT_MS });
    if (!standalone.#hasWelcomed) throw new Error(`It ended by itself:\n${standalone.output}`);
    return standalone;
  }

  /** Has it die when it next comes by a place. */
  async armFaultPoint(place: FaultPoint): Promise<void> {
    await writeFile(join(this.options.dataDir, 'fault-point'), place);
    this.process.signal('SIGUSR2');
    await eventually(() => this.output.includes(`Armed: ${place}`));
  }

  /** The last lines that it printed. */
  get output(): string {
    return this.process.lastLines.join('\n');
  }

  /** Its demo merchant. */
  async merchant(): Promise<OpenPlatform['merchant']> {
    const text = await readFile(join(this.options.dataDir, 'credentials.json'), 'utf8');
    return (JSON.parse(text) as Pick<OpenPlatform, 'merchant'>).merchant;
  }

  /** Its database, seen by the administrator. It outlives a process that was killed. */
  async adminUrl(): Promise<string> {
    const cluster = await this.#cluster();
    if (!cluster) throw new Error('Its PostgreSQL does not run.');
    return `postgresql://postgres:${cluster.password}@127.0.0.1:${cluster.port}/centavo`;
  }
  /** Stops it, also the PostgreSQL that it leaves when it was killed, and removes all that it kept. */
  async remove(): Promise<void> {
    await this.process.stop();
    const left = await this.#cluster();
    if (left) await stopProcess(left.pid);
    await rm(this.options.dataDir, { recursive: true, force: true });
  }

  #cluster(): ReturnType<typeof findCluster> {
    return findCluster(join(this.options.dataDir, 'postgres'));
  }
}
