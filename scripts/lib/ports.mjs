import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Complaint } from './complaint.mjs';

/** Below what systems give to outgoing connections: one of those would take a port between this look at it and its use. */
const candidates = { first: 20_000, end: 32_000 };

/**
 * Ports of 127.0.0.1 that are free now; all are held until the last one is known, so they differ.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = [];
  while (servers.length < count) {
    const server = await listenOn(randomInt(candidates.first, candidates.end)).catch(onlyWhenTaken);
    if (server) servers.push(server);
  }
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Whether nobody listens on this port of 127.0.0.1. */
export async function isPortFree(port) {
  try {
    const server = await listenOn(port);
    await new Promise((resolve) => server.close(resolve));
    return true;
  } catch {
    return false;
  }
}

function onlyWhenTaken(error) {
  if (error.code !== 'EADDRINUSE') throw error;
}

function listenOn(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/**
 * The port that a setting names.
 * @param {string} setting its name, e.g. `PORT`
 * @param {number} byDefault what holds when it is not set
 * @throws {Complaint} when it is no port that others could be told
 */
export function portFrom(setting, byDefault) {
  const text = process.env[setting];
  if (!text) return byDefault;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 1 && port <= 65_535) return port;
  throw new Complaint(`${setting} must be a whole number from 1 to 65535, not "${text}".`);
}
