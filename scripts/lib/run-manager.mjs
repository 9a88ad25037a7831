import { pathToFileURL } from 'node:url';
import { useLocalEnvironment } from './local-environment.mjs';
import { inRoot, nodeOptions, programFile } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { ManagedProcess } from './process.mjs';
import { databaseOn } from './running-platform.mjs';

/**
 * Runs a program for operators with the arguments of this process, on the platform that `npm start` or `npm run stack` runs, unless
 * DATABASE_URL says which.
 * @param {string} name what its lines are logged as
 * @param {{ program: string, needsDatabase: (command: string | undefined) => boolean }} which
 */
export async function runManager(name, { program, needsDatabase }) {
  await prepare();
  useLocalEnvironment();
  const args = process.argv.slice(2);
  const env = needsDatabase(args[0]) ? await withDatabase(process.env) : process.env;
  const child = new ManagedProcess(process.execPath, [...nodeOptions, programFile(program), ...args], {
    name,
    env,
    onLine: (line) => console.log(line),
  });
  const { code } = await child.exit;
  return code ?? 1;
}

async function withDatabase(env) {
  if (env.DATABASE_URL) return env;
  const { withSandboxKeys } = await import(pathToFileURL(inRoot('dist/libs/runtime/src/index.js')));
  const dataDir = env.DATA_DIR || '.centavo';
  const DATABASE_URL = await databaseOn(dataDir);
  return { ...(await withSandboxKeys(env, dataDir)), DATABASE_URL };
}
