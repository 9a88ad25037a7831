import { newId } from '@centavo/runtime';
import type { IncomingMessage } from 'node:http';
import { blotCardNumbers } from '../audit/blot-card-numbers.js';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The client's own `X-Request-Id` when it is a harmless word, else a new one. It is on every answer, log line, span and message, so one that
 * holds a card number is no harmless word.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) && blotCardNumbers(given, '') === given ? given : newId();
}
