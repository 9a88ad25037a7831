import { spawn } from 'node:child_process';
import { Complaint } from './complaint.mjs';
import { guardGroup, releaseGroup } from './guard.mjs';

/** Enough for all that a start says. */
const keptLines = 100;

/**
 * A child process in a process group of its own: a Ctrl-C in the terminal reaches only the parent, which then stops its
 * children in the order it chooses, and a signal to the child reaches what the child itself has started.
 */
export class ManagedProcess {
  #child;
  #exit;

  /**
   * @param {string} command
   * @param {readonly string[]} args
   * @param {{name: string, env?: NodeJS.ProcessEnv, cwd?: string, onLine?: (line: string) => void}} options
   */
  constructor(command, args, { name, env, cwd, onLine }) {
    this.name = name;
    this.lastLines = [];
    this.#child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    if (this.pid) guardGroup(this.pid);
    this.#exit = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve({ code: null, signal: null, error }));
      this.#child.once('close', (code, signal) => resolve({ code, signal }));
    });
    void this.#exit.then(() => this.pid && releaseGroup(this.pid));
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      forEachLine(stream, (line) => {
        this.lastLines.push(line);
        if (this.lastLines.length > keptLines) this.lastLines.shift();
        onLine?.(line);
      });
    }
  }

  get pid() {
    return this.#child.pid;
  }

  get hasExited() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined;
  }

  /** Resolves with `{code, signal, error?}` when the process is gone and its output was read. */
  get exit() {
    return this.#exit;
  }

  /** Sends a signal to the process and all it has started. */
  signal(signal) {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }

  /**
   * Asks the process itself to stop, and ends its whole group when it does not. What it has started is its own to stop.
   * @returns {Promise<boolean>} whether it stopped by itself
   */
  async stop({ signal = 'SIGTERM', timeoutMs = 15_000 } = {}) {
    if (!this.hasExited) this.#child.kill(signal);
    let timer;
    const tooLong = new Promise((resolve) => (timer = setTimeout(resolve, timeoutMs, null)));
    const exit = await Promise.race([this.#exit, tooLong]);
    clearTimeout(timer);
    this.signal('SIGKILL');
    await this.#exit;
    return exit !== null;
  }

  /** Ends the process without a chance to tidy up, as a crash would. */
  async kill() {
    this.signal('SIGKILL');
    await this.#exit;
  }
}

function forEachLine(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    lines.forEach(onLine);
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
}

/**
 * Runs a command to its end.
 * @returns {Promise<string>} what it printed
 * @throws {Complaint} with its last lines when it failed
 */
export async function run(command, args, { name = command, onLine, ...options } = {}) {
  const lines = [];
  const child = new ManagedProcess(command, args, {
    name,
    ...options,
    onLine: (line) => {
      lines.push(line);
      onLine?.(line);
    },
  });
  const { code, signal, error } = await child.exit;
  if (error) throw new Complaint(`${name} could not be started: ${error.message}.`);
  if (code !== 0)
    throw new Complaint(`${name} failed (${signal ?? `exit code ${code}`}):\n${lines.slice(-100).join('\n')}`);
  return lines.join('\n');
}
