import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Complaint } from './complaint.mjs';
import { inRoot } from './paths.mjs';
import { portFrom } from './ports.mjs';

/**
 * The database of a platform that `npm start` or `npm run stack` runs on a folder.
 * @param {string} dataDir
 * @throws {Complaint} when it does not run
 */
export async function databaseOn(dataDir) {
  const { findCluster } = await import(pathToFileURL(inRoot('dist/libs/persistence/src/index.js')));
  const cluster = await findCluster(join(dataDir, 'postgres'));
  if (!cluster) throw new Complaint(`Nothing runs on ${dataDir}: start the platform first.`);
  return `postgresql://postgres:${cluster.password}@127.0.0.1:${cluster.port}/centavo`;
}

/** Its broker, as a list of one; only a stack has one. */
export async function brokersOn(dataDir) {
  const file = join(dataDir, 'kafka', 'ports.json');
  if (!existsSync(file)) return [];
  const { client } = JSON.parse(await readFile(file, 'utf8'));
  return [`127.0.0.1:${client}`];
}

/**
 * Its metrics endpoints: from OPS_PORT on, one for every instance, each of which has a log file; `npm start` is one instance.
 * @throws {Complaint} when none of them answers
 */
export async function metricsOn(dataDir) {
  const logs = await readdir(join(dataDir, 'logs')).catch(() => ['the only one']);
  const first = portFrom('OPS_PORT', 9464);
  const urls = logs.map((_, index) => `http://127.0.0.1:${first + index}/metrics`);
  const doAnswer = await Promise.all(urls.map(answers));
  const found = urls.filter((_, index) => doAnswer[index]);
  if (found.length === 0)
    throw new Complaint(`No metrics at ${urls[0]}: say where they are with OPS_PORT or --metrics.`);
  return found;
}

async function answers(url) {
  try {
    const { ok, body } = await fetch(url);
    await body?.cancel();
    return ok;
  } catch {
    return false;
  }
}
