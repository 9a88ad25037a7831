import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { inRoot, nodeOptions, programFile } from './paths.mjs';
import { ManagedProcess } from './process.mjs';
import { waitFor } from './wait.mjs';

const readyTimeoutMs = 60_000;

/** One running copy of one app, e.g. `payments-2`: its process comes and goes, its name, ports and log file stay. */
export class StackInstance {
  #process;
  #isStopping = false;

  /**
   * @param {{service: string, number: number, opsPort: number, env: NodeJS.ProcessEnv, logFolder: string,
   *   onLine: (instance: StackInstance, line: string) => void, onExit: (instance: StackInstance, how: string) => void}} options
   */
  constructor({ service, number, opsPort, env, logFolder, onLine, onExit }) {
    this.service = service;
    this.name = `${service}-${number}`;
    this.opsPort = opsPort;
    this.logFile = join(logFolder, `${this.name}.log`);
    this.env = { ...env, OPS_PORT: String(opsPort), INSTANCE_ID: this.name };
    this.onLine = onLine;
    this.onExit = onExit;
  }

  get pid() {
    return this.#process?.pid;
  }

  get isRunning() {
    return this.#process !== undefined && !this.#process.hasExited;
  }

  /** Starts the process; {@link untilReady} waits for it. */
  launch() {
    this.#isStopping = false;
    const log = createWriteStream(this.logFile, { flags: 'a' });
    const child = new ManagedProcess(process.execPath, [...nodeOptions, programFile(this.service)], {
      name: this.name,
      cwd: inRoot(),
      env: this.env,
      onLine: (line) => {
        log.write(`${line}\n`);
        this.onLine(this, line);
      },
    });
    void child.exit.then(({ code, signal }) => {
      log.end();
      if (!this.#isStopping) this.onExit(this, signal ?? `exit code ${code}`);
    });
    this.#process = child;
  }

  /** @throws {Complaint} with its last lines when it ends instead */
  async untilReady() {
    const child = this.#process;
    await waitFor(
      async () => {
        if (child.hasExited) throw new Complaint(`${this.name} did not start:\n${child.lastLines.join('\n')}`);
        return await this.isReady();
      },
      { what: `${this.name} to be ready (its log: ${this.logFile})`, timeoutMs: readyTimeoutMs },
    );
  }

  async isReady() {
    try {
      const { ok } = await fetch(`http://127.0.0.1:${this.opsPort}/ready`, { signal: AbortSignal.timeout(2_000) });
      return ok;
    } catch {
      return false;
    }
  }

  /** Ends the process: with SIGTERM it drains first, with SIGKILL it just dies. */
  async end(signal = 'SIGTERM') {
    this.#isStopping = true;
    if (signal === 'SIGKILL') await this.#process?.kill();
    else await this.#process?.stop({ signal });
  }

  /** SIGSTOP and SIGCONT, for tests of what hangs. */
  signal(signal) {
    this.#process?.signal(signal);
  }
}
