import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@centavo/testing';

/** The shell commands of a Markdown page, block by block, under the headings they stand below. */
export async function commandsOf(page: string): Promise<{ heading: string; commands: string }[]> {
  const blocks: { heading: string; commands: string }[] = [];
  let heading = '';
  for (const [, title, commands] of (await readFile(page, 'utf8')).matchAll(/^## (.+)$|^```sh\n([^]*?)^```$/gm)) {
    if (title) heading = title;
    else if (commands) blocks.push({ heading, commands });
  }
  return blocks;
}

const BLOCK_TIMEOUT_MS = 120_000;

/** One shell, in which the blocks of a page are run as by a person who pastes them: what one sets the next has. */
export class ShellWalk {
  readonly #shell: ChildProcessWithoutNullStreams;
  #output = '';
  #blocks = 0;
  #hasEnded = false;

  constructor(private readonly cwd: string) {
    this.#shell = spawn('bash', ['-euo', 'pipefail'], { cwd });
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    this.#shell.once('close', () => (this.#hasEnded = true));
    // However it ends, what it has started ends too.
    this.#shell.stdin.write(`trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n`);
  }

  /**
   * Runs commands.
   * @returns what they printed
   * @throws Error with what they printed when one of them failed
   */
  async run(commands: string): Promise<string> {
    const name = `block-${(this.#blocks += 1)}.sh`;
    const end = `end of ${name}\n`;
    await writeFile(join(this.cwd, name), commands);
    this.#output = '';
    this.#shell.stdin.write(`. ./${name} < /dev/null\nprintf '${end.trimEnd()}\\n'\n`);
    await eventually(() => this.#hasEnded || this.#output.endsWith(end), { timeoutMs: BLOCK_TIMEOUT_MS });
    if (this.#hasEnded) throw new Error(`It failed:\n${commands}\n${this.#output}`);
    return this.#output.slice(0, -end.length);
  }

  /** Ends the shell. */
  async end(): Promise<void> {
    this.#shell.stdin.end();
    await eventually(() => this.#hasEnded);
  }
}
