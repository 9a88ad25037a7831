import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@centavo/testing';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { commandsOf, ShellWalk } from './shell-walk.js';
import { StandaloneProcess } from './standalone-process.js';

/** What a block has to print. One that only reads may be read again until it shows what has happened meanwhile, as a person would. */
export interface Printed {
  readonly prints: readonly RegExp[];
  readonly reads?: true;
}

/** How long a walk may take, and its beginning and its end. */
export const WALK_TIMEOUT_MS = 300_000;

const PARTS = ['package.json', 'scripts', 'examples'];

/** A page of `docs` whose commands are run in order, on a platform of their own, as by a person who pastes them. */
export class DocsWalk {
  private constructor(
    private readonly folder: string,
    private readonly standalone: StandaloneProcess,
    private readonly shell: ShellWalk,
    private readonly port: number,
    private readonly receiverPort: number,
  ) {}

  static async start(): Promise<DocsWalk> {
    const folder = await temporaryFolder('docs');
    // Seen from here it is a checkout, but with data of its own.
    await Promise.all(PARTS.map((part) => symlink(inRoot(part), join(folder, part))));
    const [port, opsPort, receiverPort] = (await freePorts(3)) as [number, number, number];
    const standalone = await StandaloneProcess.start({ dataDir: join(folder, '.centavo'), port, opsPort });
    return new DocsWalk(folder, standalone, new ShellWalk(folder), port, receiverPort);
  }

  /**
   * Runs every command of a page. A block that does not print what it has to fails the test.
   * @param page its name
   * @param receiver the port that the page's receiver has; here it gets another
   * @param printed what blocks have to print, by the heading they stand below; the second and later ones of a heading as `Heading (2)`
   */
  async walk(page: string, receiver: number, printed: Readonly<Record<string, Printed>>): Promise<void> {
    const seen = new Map<string, number>();
    const names: string[] = [];
    for (const { heading, commands } of await commandsOf(inRoot('docs', page))) {
      const count = (seen.get(heading) ?? 0) + 1;
      seen.set(heading, count);
      const name = count === 1 ? heading : `${heading} (${count})`;
      names.push(name);
      await this.#run(this.#here(commands, receiver), printed[name] ?? { prints: [] });
    }
    const missing = Object.keys(printed).filter((name) => !names.includes(name));
    if (missing.length > 0) throw new Error(`${page} has no such blocks: ${missing.join(', ')}.`);
  }

  async end(): Promise<void> {
    await this.shell.end();
    await this.standalone.remove();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #run(commands: string, { prints, reads }: Printed): Promise<void> {
    const check = async (): Promise<void> => {
      const output = await this.shell.run(commands);
      for (const pattern of prints) expect(output).toMatch(pattern);
    };
    await (reads ? eventually(check, { everyMs: 100 }) : check());
  }

  #here(commands: string, receiver: number): string {
    return commands
      .replaceAll('localhost:3000', `localhost:${this.port}`)
      .replaceAll(`127.0.0.1:${receiver}`, `127.0.0.1:${this.receiverPort}`)
      .replaceAll(`receiver.mjs "$SECRET" ${receiver}`, `receiver.mjs "$SECRET" ${this.receiverPort}`);
  }
}
