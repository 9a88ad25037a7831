import { isThisMachine } from '../access.mjs';
import { LISTEN_PATH, OTHER_LISTEN } from './listener.mjs';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIMEOUT_MS = 2_000;

/**
 * Endpoints of listens that did not come to remove them. Whether one still runs is asked where its endpoint leads, and only when that
 * is here: a port of this machine means nothing to a Centavo on another, and another's tunnel is not ours to judge.
 * @param {readonly {id: string, url: string}[]} endpoints of the merchant
 * @param {{url: string, publicUrl?: string}} surroundings where Centavo is, and where our own tunnel begins
 * @returns {Promise<{dead: {id: string, url: string}[], unclear: {id: string, url: string}[]}>} both without those that still run
 */
export async function findLeftovers(endpoints, { url, publicUrl }) {
  const bases = [publicUrl, isThisMachine(url) ? 'http://127.0.0.1:' : undefined].filter(Boolean);
  const candidates = endpoints.filter((endpoint) => bases.some((base) => isOfListen(endpoint.url, base)));
  const states = await Promise.all(candidates.map(stateOf));
  const those = (wanted) => candidates.filter((_, index) => states[index] === wanted);
  return { dead: those('dead'), unclear: those('unclear') };
}

function isOfListen(url, base) {
  const { pathname } = new URL(url);
  const id = ID.exec(pathname)?.[0];
  return id !== undefined && url.startsWith(base) && pathname.endsWith(LISTEN_PATH + id);
}

/** @returns {Promise<'alive' | 'dead' | 'unclear'>} */
async function stateOf({ url }) {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await answer.text();
    if (answer.status === 200 && text === ID.exec(url)[0]) return 'alive';
    // A tunnel answers by itself when nobody is behind it; on this machine whoever answers has taken the port over.
    return isThisMachine(url) || text === OTHER_LISTEN ? 'dead' : 'unclear';
  } catch (error) {
    return isThisMachine(url) && error.cause?.code === 'ECONNREFUSED' ? 'dead' : 'unclear';
  }
}
