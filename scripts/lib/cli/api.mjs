import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const RETRY_PAUSE_MS = 500;

/** Nobody answered, twice. */
export class NoAnswerError extends Error {
  name = 'NoAnswerError';

  /** @param {string} message @param {string} [advice] when a write may have been done all the same */
  constructor(message, advice, options) {
    super(message, options);
    this.advice = advice;
  }
}

/**
 * Calls the API. A write carries an idempotency key, so it can be sent once more when no answer came.
 * @param {{url: string, authorization: string}} access
 * @param {{method: string, path: string, query?: Record<string, unknown>, body?: object, idempotencyKey?: string, timeoutMs?: number}}
 *   request
 * @returns {Promise<{status: number, envelope: any, advice?: string}>} whatever the API answered; with advice when a write may
 *   have been done all the same
 * @throws {NoAnswerError}
 */
export async function callApi({ url, authorization }, request) {
  const { method, path, query = {}, body, idempotencyKey = randomUUID(), timeoutMs = TIMEOUT_MS } = request;
  const target = new URL(url.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
  const init = {
    method,
    // An answer from elsewhere is none of the API's, and the credentials are not for elsewhere.
    redirect: 'manual',
    headers: {
      authorization,
      ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
  const advice =
    method === 'GET' ? undefined : `It may have been done: repeat it with --idempotency-key ${idempotencyKey}.`;
  try {
    const answer = await send(target, init, timeoutMs).catch(async () => {
      await sleep(RETRY_PAUSE_MS);
      return send(target, init, timeoutMs);
    });
    return isUndecided(answer) ? { ...answer, advice } : answer;
  } catch (error) {
    throw new NoAnswerError(`${target.origin} does not answer (${reasonOf(error)}).`, advice, { cause: error });
  }
}

/** An answer that does not tell whether a write was done. */
const isUndecided = ({ status, envelope }) => status >= 500 || envelope?.error === 'idempotency_in_progress';

async function send(target, init, timeoutMs) {
  const response = await fetch(target, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  const text = await response.text();
  return { status: response.status, envelope: parse(text) };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reasonOf = (error) => error.cause?.code ?? error.cause?.message ?? error.message;

/** Why the API did not do it, for people. */
export function refusalOf(status, envelope) {
  if (typeof envelope?.error !== 'string') return `The answer, ${status}, is not from Centavo's API.`;
  const { error, message, details = [], request_id: requestId } = envelope;
  return [
    `${message} (${status} ${error})`,
    ...details.map((detail) => `  ${detail.field}: ${detail.message} (${detail.code})`),
    `Request id: ${requestId}`,
  ].join('\n');
}
