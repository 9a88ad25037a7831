import type { Answer } from '../api/checkout-api.js';
import { aPixCharge } from '../testing/a-charge.js';
import { LOST, refused } from '../testing/fake-link.js';
import { sendAttempt } from './send-attempt.js';

/** Sends to a server with these answers. */
async function send(...answers: Answer[]) {
  const pausesMs: number[] = [];
  const sent = await sendAttempt({
    send: async () => answers.shift()!,
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

  it('goes on when one comes too often whose first answer was lost: it may have been done', async () => {
    expect(await send(LOST, tooMany, made)).toMatchObject({ sent: made, pausesMs: [1_000, 5_000] });
  });

  it('believes any other refusal', async () => {
    const gone = refused(410, 'payment_link_unavailable');
    expect(await send(LOST, gone)).toMatchObject({ sent: gone });
  });
});
