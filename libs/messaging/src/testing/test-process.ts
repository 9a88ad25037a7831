import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const LOADER = new URL('typescript-loader.mjs', import.meta.url).href;

/** A process of its own that runs a TypeScript file and can be killed without warning. */
export interface TestProcess {
  /** What it sent with `process.send`, in order. */
  readonly messages: readonly unknown[];
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
  const dead = once(child, 'exit');
  child.on('message', (message) => messages.push(message));
  return {
    messages,
    kill: async () => {
      child.kill('SIGKILL');
      await dead;
    },
  };
}
