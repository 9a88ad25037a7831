import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LOADER = new URL('typescript-loader.mjs', import.meta.url).href;

/** A process of its own that runs a TypeScript file and can be killed without warning. */
export interface TestProcess {
  /** What it sent with `process.send`, in order. */
  readonly messages: readonly unknown[];
  /** When it has ended: by what signal, null when it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | null>;
  /** `kill -9`; resolves when it is dead. */
  readonly kill: () => Promise<void>;
}

/**
 * @param file URL of the TypeScript file
 * @param argument handed over as JSON in `process.argv[2]`
 */
export function startTestProcess(file: URL, argument: unknown): TestProcess {
  const messages: unknown[] = [];
  const child = fork(fileURLToPath(file), [JSON.stringify(argument)], { execArgv: ['--import', LOADER] });
  // By then all that it sent has come.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).then(
    ([[, signal]]) => signal as NodeJS.Signals | null,
  );
  child.on('message', (message) => messages.push(message));
  return {
    messages,
    ended,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
