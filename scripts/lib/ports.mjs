import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { Complaint } from './complaint.mjs';
import { reservePort } from './port-reservations.mjs';

/**
 * Below what systems give to outgoing connections: one of those would take a port between this look at it and its use. For the same reason
 * apart from those that embedded PostgreSQL takes.
 */
const candidates = { first: 24_000, end: 32_000 };

/**
 * Ports of 127.0.0.1 that are free now, and that no other process gets from here while this one lives: whoever it gives them to may be
 * restarted, and others look for ports meanwhile.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const ports = [];
  while (ports.length < count) {
    const port = randomInt(candidates.first, candidates.end);
    if (reservePort(port) && (await isPortFree(port))) ports.push(port);
  }
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
