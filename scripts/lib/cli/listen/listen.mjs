import { findMerchant, isThisMachine } from '../access.mjs';
import { NoAnswerError, refusalOf } from '../api.mjs';
import { UsageError } from '../command-line.mjs';
import { LISTEN } from './listen-command.mjs';
import { jsonLine, readableLine } from './delivery-lines.mjs';
import { EndpointCalls } from './endpoint-calls.mjs';
import { findLeftovers } from './leftovers.mjs';
import { Listener } from './listener.mjs';

const DONE = 0;
const REFUSED = 1;

/**
 * Shows and hands on a merchant's postbacks until it is interrupted.
 * @param {{general: {url?: string, json?: boolean}, fields: {forward?: string, events?: string[], publicUrl?: string, port?: number,
 *   keys?: string}}} line
 * @param {{env: NodeJS.ProcessEnv, out: (text: string) => void, err: (text: string) => void, interruption: () => Promise<unknown>}}
 *   surroundings
 * @returns {Promise<number>} the exit code
 * @throws {UsageError}
 */
export async function listen({ general, fields }, { env, out, err, interruption }) {
  if (env.OPERATED_BY === 'compose') {
    throw new UsageError(
      'listen runs on the machine of the server that it hands deliveries to: npm run cli -- listen, in a checkout.',
    );
  }
  const access = await findMerchant(general, fields.keys, env);
  const forward = readUrl('forward', fields.forward);
  const port = readPort(fields.port);
  const publicUrl = readPublicUrl(fields, access);
  const show = general.json ? jsonLine : readableLine;
  const calls = new EndpointCalls(access);
  // From here on there is something to tidy up.
  const interrupted = interruption();
  let listener;
  try {
    listener = await Listener.open({ port, forward, onDelivery: (delivery) => out(show(delivery)) });
    await removeLeftovers(calls, { url: access.url, publicUrl }, err);
    const url = (publicUrl ?? listener.localUrl) + listener.path;
    const answer = await calls.create({ url, events: fields.events ?? ['*'] });
    if (answer.envelope?.success !== true) {
      err(whyRefused(answer));
      return REFUSED;
    }
    const endpoint = answer.envelope.data;
    listener.verifyWith(endpoint.secret);
    (general.json ? err : out)(welcome(endpoint, access.url, forward));
    await interrupted;
    return (await tidyUp(calls, endpoint, err)) ? DONE : REFUSED;
  } catch (error) {
    const advice = adviceOn(error);
    if (!advice) throw error;
    err(`${error.message} ${advice}`);
    return REFUSED;
  } finally {
    await listener?.close();
  }
}

function adviceOn(error) {
  if (error instanceof NoAnswerError) return 'Is Centavo running? `npm start` starts it; --url says where it is.';
  if (error.syscall === 'listen') return 'Another --port may be free.';
  return undefined;
}

function readUrl(name, text) {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw UsageError.of(`--${name} takes an http or https URL, not "${text}".`, LISTEN);
}

function readPort(port) {
  if (port === undefined || (port >= 1 && port <= 65_535)) return port;
  throw UsageError.of(`--port takes a number from 1 to 65535, not ${port}.`, LISTEN);
}

/** The tunnel's beginning without a slash at its end; undefined when none is needed. */
function readPublicUrl({ publicUrl, port }, { url }) {
  if (publicUrl === undefined) {
    if (isThisMachine(url)) return undefined;
    throw UsageError.of(
      `Centavo runs at ${url}, which cannot reach this machine by itself: start a tunnel to a port here, and give --public-url and --port.`,
      LISTEN,
    );
  }
  if (port === undefined) throw UsageError.of('Where does the tunnel end? Give its --port.', LISTEN);
  const { origin, pathname } = readUrl('public-url', publicUrl);
  return origin + pathname.replace(/\/+$/, '');
}

/** What a listen that was killed has left would take every event again and again, and in vain. */
async function removeLeftovers(calls, surroundings, err) {
  const { dead, unclear } = await findLeftovers(await calls.list(), surroundings);
  for (const { id } of dead) await calls.remove(id);
  if (dead.length > 0) err(`Removed what an earlier listen had left: ${dead.map(({ id }) => id).join(', ')}.`);
  for (const { id, url } of unclear) {
    err(
      `Endpoint ${id} (${url}) may be an earlier listen's: if so, remove it with DELETE /v1/postbacks/endpoints/${id}.`,
    );
  }
}

/** @returns {Promise<boolean>} whether it could */
async function tidyUp(calls, { id }, err) {
  const isGone = await calls.remove(id).catch(() => false);
  if (!isGone) err(`Endpoint ${id} is left, because Centavo did not remove it: the next listen does.`);
  return isGone;
}

function whyRefused({ status, envelope }) {
  const refusal = refusalOf(status, envelope);
  if (envelope?.error !== 'url_not_allowed') return refusal;
  return `${refusal}\nCentavo does not send there. Either start it with POSTBACK_ALLOWED_NETWORKS=127.0.0.0/8,::1/128, or give --public-url: a tunnel that begins at a public https address.`;
}

const welcome = ({ events, secret }, from, to) =>
  [
    `${events.join(', ')} from ${from} ${to ? `goes on to ${to}` : 'is answered with 200'}.`,
    `Signed with ${secret}`,
    'Ctrl-C ends it.',
    '',
  ].join('\n');
