import type { Answer } from '../api/checkout-api.js';
import { aPixCharge } from '../testing/a-charge.js';
import { LOST, refused } from '../testing/fake-link.js';
import { sendAttempt } from './send-attempt.js';

/** Sends to a server with these answers. */
const send = (...answers: Answer[]) => sendIt(false, answers);

/** Sends what may have been sent before. */
const sendAgain = (...answers: Answer[]) => sendIt(true, answers);

async function sendIt(isRepeat: boolean, answers: Answer[]) {
  const pausesMs: number[] = [];
  const sent = await sendAttempt({
    send: async () => answers.shift()!,
    isRepeat,
    pause: async (ms) => void pausesMs.push(ms),
    onRetry: () => {},
  });
  return { sent, pausesMs, unanswered: answers.length };
}

const made: Answer = { kind: 'charge', charge: aPixCharge() };
const tooMany = refused(429, 'rate_limit_exceeded', { retryAfterMs: 5_000 });

describe('sendAttempt', () => {
  it('sends once what is answered at once', async () => {
    expect(await send(made)).toMatchObject({ sent: made, pausesMs: [] });
  });

  it('waits longer each time an answer is lost', async () => {
    expect(await send(LOST, LOST, LOST, made)).toMatchObject({ sent: made, pausesMs: [1_000, 2_000, 4_000] });
  });

  it('does not know after five lost answers', async () => {
    expect(await send(LOST, LOST, LOST, LOST, LOST)).toMatchObject({ sent: { kind: 'unknown' }, unanswered: 0 });
  });

  it('waits as long as the server asks for', async () => {
    expect(await send({ kind: 'lost', retryAfterMs: 3_000 }, made)).toMatchObject({ sent: made, pausesMs: [3_000] });
  });

  it('does not let the payer wait for minutes without asking', async () => {
    expect(await send({ kind: 'lost', retryAfterMs: 300_000 })).toMatchObject({ sent: { kind: 'unknown' } });
  });

  it('gives up a first request that comes too often: nothing was done', async () => {
    expect(await send(tooMany)).toMatchObject({ sent: tooMany });
  });

  const gone = refused(410, 'payment_link_unavailable');

  it('believes any refusal of what was never sent before', async () => {
    expect(await send(gone)).toMatchObject({ sent: gone });
  });

  it.each([
    ['one that comes too often', tooMany, 5_000],
    ['a link that has ended', gone, null],
    ['a charge under way', refused(409, 'conflict'), null],
    ["a key that is another request's", refused(409, 'idempotency_key_reused'), null],
    ['a card that was used', refused(422, 'invalid_token'), null],
  ])('does not know about a try before %s: it may have arrived', async (_what, refusal, retryAfterMs) => {
    const unknown = { kind: 'unknown', retryAfterMs };
    expect(await send(LOST, refusal)).toMatchObject({ sent: unknown, pausesMs: [1_000] });
    expect(await sendAgain(refusal)).toMatchObject({ sent: unknown, pausesMs: [] });
  });

  it.each([
    ['a request that breaks a rule', refused(422, 'validation_error')],
    ['a link that was never there', refused(404, 'payment_link_not_found')],
    ['a refusal that the server has kept', refused(410, 'payment_link_unavailable', { isKept: true })],
  ])('believes %s, also of an earlier try', async (_what, refusal) => {
    expect(await send(LOST, refusal)).toMatchObject({ sent: refusal });
    expect(await sendAgain(refusal)).toMatchObject({ sent: refusal });
  });
});
