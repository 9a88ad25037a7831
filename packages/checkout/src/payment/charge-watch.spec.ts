import type { Answer } from '../api/checkout-api.js';
import { aPixCharge } from '../testing/a-charge.js';
import { LOST, refused } from '../testing/fake-link.js';
import { ChargeWatch } from './charge-watch.js';
import type { Watching } from './poll-delay.js';

const open: Answer = { kind: 'charge', charge: aPixCharge() };
const paid: Answer = { kind: 'charge', charge: aPixCharge({ status: 'captured' }) };

/** Watches a charge with these answers until it is paid. */
function watchUntilPaid(...answers: Answer[]) {
  const delays: Watching[] = [];
  const heard: Answer[] = [];
  return new Promise<{ readonly delays: Watching[]; readonly heard: Answer[] }>((resolve) => {
    const watch = new ChargeWatch({
      read: async () => answers.shift() ?? paid,
      onAnswer: (answer) => {
        heard.push(answer);
        if (answer === paid) resolve({ delays, heard });
        return answer !== paid;
      },
      isHidden: () => false,
      delayMs: (watching) => {
        delays.push(watching);
        return 0;
      },
    });
    watch.start(aPixCharge());
  });
}

describe('ChargeWatch', () => {
  it('hears every answer until it is enough', async () => {
    expect((await watchUntilPaid(open, open)).heard).toEqual([open, open, paid]);
  });

  it('counts answers lost in a row, and what the server asks for', async () => {
    const tooMany = refused(429, 'rate_limit_exceeded', { retryAfterMs: 9_000 });
    const { delays } = await watchUntilPaid(LOST, tooMany, open);
    expect(delays.map(({ reads, lost, retryAfterMs }) => [reads, lost, retryAfterMs])).toEqual([
      [0, 0, null],
      [1, 1, null],
      [2, 2, 9_000],
      [3, 0, null],
    ]);
  });

  it('reads at once when it is woken', async () => {
    await new Promise<void>((resolve) => {
      const onAnswer = () => {
        resolve();
        return false;
      };
      const watch = new ChargeWatch({ read: async () => paid, onAnswer, isHidden: () => true, delayMs: () => 1e9 });
      watch.start(aPixCharge());
      watch.wake();
    });
  });

  it('says nothing of an answer that comes after it was stopped', async () => {
    const answer = Promise.withResolvers<Answer>();
    const asked = Promise.withResolvers<void>();
    const heard: Answer[] = [];
    const watch = new ChargeWatch({
      read: () => {
        asked.resolve();
        return answer.promise;
      },
      onAnswer: (answer) => heard.push(answer) > 0,
      isHidden: () => false,
      delayMs: () => 0,
    });
    watch.start(aPixCharge());
    await asked.promise;
    watch.stop();
    answer.resolve(paid);
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).toEqual([]);
  });
});
