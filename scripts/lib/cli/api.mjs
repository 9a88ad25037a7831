import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const RETRY_PAUSE_MS = 500;

/** Nobody answered, twice. */
export class NoAnswerError extends Error {
  name = 'NoAnswerError';
}

/**
 * Calls the operator's API. A write carries an idempotency key, so it can be sent once more when no answer came.
 * @param {{url: string, token: string}} access
 * @param {{method: string, path: string, query?: Record<string, unknown>, body?: object, idempotencyKey?: string, timeoutMs?: number}}
 *   request
 * @returns {Promise<{status: number, envelope: any, advice?: string}>} whatever the API answered; with advice when a write may
 *   have been done all the same
 * @throws {NoAnswerError}
 */
export async function callApi({ url, token }, request) {
  const { method, path, query = {}, body, idempotencyKey = randomUUID(), timeoutMs = TIMEOUT_MS } = request;
  const target = new URL(url.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
  const init = {
    method,
    // An answer from elsewhere is none of the API's, and the token is not for elsewhere.
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${token}`,
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
    const complaint = `${target.origin} does not answer (${reasonOf(error)}).`;
    throw new NoAnswerError([complaint, advice].filter(Boolean).join(' '), { cause: error });
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
