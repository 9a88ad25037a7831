import { createWriteStream } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Complaint } from '../scripts/lib/complaint.mjs';
import { inRoot, nodeOptions, programFile } from '../scripts/lib/paths.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { ManagedProcess } from '../scripts/lib/process.mjs';
import { Stack } from '../scripts/lib/stack.mjs';
import { waitFor } from '../scripts/lib/wait.mjs';

/**
 * What is measured, started the same way for both modes.
 * @typedef {object} System
 * @property {string[]} baseUrls
 * @property {string} operatorToken
 * @property {Record<string, {pids: number[], withChildren?: boolean}>} components its processes by name
 * @property {string[]} metricsUrls
 * @property {() => Promise<void>} stop
 */

/** @type {Record<string, (options: {dataDir: string, env: Record<string, string>, scale: object}) => Promise<System>>} */
export const modes = { standalone: startStandalone, stack: startStackSystem };

async function startStandalone({ dataDir, env }) {
  const [port, opsPort] = await freePorts(2);
  const log = createWriteStream(join(dataDir, 'standalone.log'), { flags: 'a' });
  const app = new ManagedProcess(process.execPath, [...nodeOptions, programFile('standalone')], {
    name: 'standalone',
    cwd: inRoot(),
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(port), OPS_PORT: String(opsPort) },
    onLine: (line) => log.write(`${line}\n`),
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitFor(
    async () => {
      if (app.hasExited) throw new Complaint(`npm start ended:\n${app.lastLines.join('\n')}`);
      return (await fetch(`${baseUrl}/health`)).ok && app.lastLines.some((line) => line.includes(`:${port}`));
    },
    { what: 'standalone to answer', timeoutMs: 60_000, everyMs: 10 },
  );
  return {
    baseUrls: [baseUrl],
    operatorToken: env.OPERATOR_TOKEN,
    components: {
      app: { pids: [app.pid] },
      PostgreSQL: { pids: [await postmasterOf(dataDir)], withChildren: true },
    },
    metricsUrls: [`http://127.0.0.1:${opsPort}/metrics`],
    async stop() {
      await app.stop();
      log.end();
    },
  };
}

async function startStackSystem({ dataDir, env, scale }) {
  const stack = new Stack({ dataDir, env, scale, kafkaProfile: 'load' });
  try {
    await stack.start();
  } catch (error) {
    await stack.stop();
    throw error;
  }
  const pidsOf = (service) => stack.instances.filter((it) => it.service === service).map(({ pid }) => pid);
  const services = ['gateway', 'payments', 'ledger', 'webhooks', 'onboarding'];
  return {
    baseUrls: stack.baseUrls,
    operatorToken: stack.operatorToken,
    components: {
      ...Object.fromEntries(services.map((service) => [service, { pids: pidsOf(service) }])),
      Kafka: { pids: [stack.kafka.pid] },
      PostgreSQL: { pids: [await postmasterOf(dataDir)], withChildren: true },
    },
    metricsUrls: stack.instances.map(({ opsPort }) => `http://127.0.0.1:${opsPort}/metrics`),
    stop: () => stack.stop(),
  };
}

/** PostgreSQL notes its process id and, on the fourth line, its port. */
async function postmasterFile(dataDir) {
  const files = await readdir(dataDir, { recursive: true });
  return await readFile(
    join(
      dataDir,
      files.find((file) => basename(file) === 'postmaster.pid'),
    ),
    'utf8',
  );
}

export const postmasterOf = async (dataDir) => Number((await postmasterFile(dataDir)).split('\n')[0]);

export const postgresPortOf = async (dataDir) => Number((await postmasterFile(dataDir)).split('\n')[3]);
