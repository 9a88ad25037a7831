import { pathToFileURL } from 'node:url';
import { runScript } from './lib/complaint.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { entryPoint, inRoot, nodeOptions } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { ManagedProcess } from './lib/process.mjs';
import { databaseOn } from './lib/running-platform.mjs';

// npm run vault -- <command>: the card vault's keys. Of a platform that `npm start` or `npm run stack` runs, unless DATABASE_URL says which.
await runScript(async () => {
  await prepare();
  useLocalEnvironment();
  const args = process.argv.slice(2);
  const env = ['status', 'rotate', 'rewrap', 'retire'].includes(args[0])
    ? await withDatabase(process.env)
    : process.env;
  const child = new ManagedProcess(
    process.execPath,
    [...nodeOptions, entryPoint('payments', 'manage-vault'), ...args],
    {
      name: 'vault',
      env,
      onLine: (line) => console.log(line),
    },
  );
  const { code } = await child.exit;
  return code ?? 1;
});

async function withDatabase(env) {
  if (env.DATABASE_URL) return env;
  const { withSandboxKeys } = await import(pathToFileURL(inRoot('dist/libs/runtime/src/index.js')));
  const dataDir = env.DATA_DIR || '.centavo';
  const DATABASE_URL = await databaseOn(dataDir);
  return { ...(await withSandboxKeys(env, dataDir)), DATABASE_URL };
}
