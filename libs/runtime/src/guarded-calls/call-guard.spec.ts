import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { standStill } from '@centavo/testing';
import { CallRefusedError, CallTimeoutError, CallUnavailableError } from './call-errors.js';
import { CallGuard, type CallLimits } from './call-guard.js';
import type { CallTime } from './call-time.js';

const guardWith = (limits: Partial<CallLimits> = {}): CallGuard =>
  new CallGuard({ timeoutMs: 5_000, concurrency: 10, maxQueued: 10, ...limits });

/** Time passes when a test says so: how long this machine takes for a call must not decide whether it came in time. */
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});

const CLOSED = 0;
const HALF_OPEN = 1;
const OPEN = 2;

const answer = async (): Promise<string> => 'answer';
const hang = (): Promise<never> => new Promise(() => undefined);
const fail = async (): Promise<never> => {
  throw new CallUnavailableError('503');
};

/** What a call will fail with. */
const failureOf = (running: Promise<unknown>): Promise<unknown> => running.catch((error: unknown) => error);

/** A call that is under way from its start until it is released. */
class LongCall {
  readonly #answer = Promise.withResolvers<string>();
  wasStarted = false;

  readonly call = (): Promise<string> => {
    this.wasStarted = true;
    return this.#answer.promise;
  };

  end(): void {
    this.#answer.resolve('late');
  }

  err(error: Error): void {
    this.#answer.reject(error);
  }
}

async function failTimes(guard: CallGuard, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await expect(guard.run(fail)).rejects.toThrow('503');
}

describe('a guarded call', () => {
  it('gives the result', async () => {
    expect(await guardWith().run(answer)).toBe('answer');
  });

  it('is unknown when it gets no answer in time', async () => {
    const failure = failureOf(guardWith({ timeoutMs: 20 }).run(hang));
    await pass(20);
    expect(await failure).toBeInstanceOf(CallTimeoutError);
  });

  it('is told when its time is over, so that it sends nothing any more', async () => {
    const given: CallTime[] = [];
    const hangWith = (time: CallTime): Promise<never> => (given.push(time), hang());
    const failure = failureOf(guardWith({ timeoutMs: 20 }).run(hangWith));
    await pass(19);
    expect(given.map(({ signal }) => signal.aborted)).toEqual([false]);
    await pass(1);
    expect(await failure).toBeInstanceOf(CallTimeoutError);
    expect(given.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(() => given[0]!.throwIfOver()).toThrow(CallTimeoutError);
  });

  it('knows by the clock that its time is over, when it wakes up in a process that was stopped', async () => {
    jest.useRealTimers();
    const timeoutMs = 1_000;
    const running = guardWith({ timeoutMs }).run(async (time) => {
      time.throwIfOver();
      standStill(timeoutMs);
      expect(time.signal.aborted).toBe(false);
      time.throwIfOver();
    });
    await expect(running).rejects.toThrow('the time for this call is over');
  });

  it.each([new CallTimeoutError('slow'), new CallUnavailableError('503')])('passes on: %s', async (fault) => {
    await expect(guardWith().run(() => Promise.reject(fault))).rejects.toBe(fault);
  });

  it('is unknown when it fails in any other way', async () => {
    const cause = new TypeError('no such field');
    const unknown = guardWith().run(() => Promise.reject(cause));
    await expect(unknown).rejects.toThrow(CallTimeoutError);
    await expect(unknown).rejects.toMatchObject({ cause });
  });
});

describe('the bulkhead', () => {
  it('lets so many calls run, so many wait, and refuses the next at once', async () => {
    const guard = guardWith({ concurrency: 2, maxQueued: 1 });
    const calls = [new LongCall(), new LongCall(), new LongCall()];
    const running = calls.map(({ call }) => guard.run(call));
    const refused = new LongCall();
    await expect(guard.run(refused.call)).rejects.toThrow(CallRefusedError);
    expect([...calls, refused].map(({ wasStarted }) => wasStarted)).toEqual([true, true, false, false]);
    for (const call of calls) call.end();
    expect(await Promise.all(running)).toEqual(['late', 'late', 'late']);
  });

  it('takes a call that never got its turn for certainly not done, and never starts it', async () => {
    const guard = guardWith({ timeoutMs: 20, concurrency: 1, maxQueued: 1 });
    const waiting = new LongCall();
    const results = Promise.allSettled([guard.run(hang), guard.run(waiting.call)]);
    await pass(20);
    expect(await results).toMatchObject([
      { reason: { name: 'CallTimeoutError' } },
      { reason: expect.any(CallRefusedError) },
    ]);
    await nextTurn();
    expect(waiting.wasStarted).toBe(false);
  });

  it('gives the place of a call that timed out to the next', async () => {
    const guard = guardWith({ timeoutMs: 20, concurrency: 1, maxQueued: 0 });
    const failure = failureOf(guard.run(hang));
    await pass(20);
    expect(await failure).toBeInstanceOf(CallTimeoutError);
    expect(await guard.run(answer)).toBe('answer');
  });

  it('refuses a call whose turn comes so late that it would likely be cut off', async () => {
    const guard = guardWith({ timeoutMs: 20, concurrency: 1, maxQueued: 2 });
    const first = new LongCall();
    const [inTime, late] = [new LongCall(), new LongCall()];
    const running = [guard.run(first.call), guard.run(inTime.call)];
    const refusal = failureOf(guard.run(late.call));
    await pass(10);
    first.end();
    await nextTurn();
    expect(inTime.wasStarted).toBe(true);
    await pass(1);
    inTime.end();
    expect(await refusal).toEqual(new CallRefusedError('the call did not get its turn in time'));
    expect(await Promise.all(running)).toEqual(['late', 'late']);
    expect(late.wasStarted).toBe(false);
  });
});

describe('the breaker', () => {
  const breaker = { failures: 3, openMs: 30 };

  it('opens after so many failures in a row and then refuses at once', async () => {
    const guard = guardWith({ breaker: { failures: 3, openMs: 60_000 } });
    await failTimes(guard, 3);
    expect(guard.breakerState).toBe(OPEN);
    const refused = new LongCall();
    await expect(guard.run(refused.call)).rejects.toThrow(CallRefusedError);
    expect(refused.wasStarted).toBe(false);
  });

  it('stays closed when an answer comes between failures', async () => {
    const guard = guardWith({ breaker });
    await failTimes(guard, 2);
    await guard.run(answer);
    await failTimes(guard, 2);
    expect(guard.breakerState).toBe(CLOSED);
  });

  it('counts timeouts and answers that nobody understands', async () => {
    const guard = guardWith({ timeoutMs: 20, breaker: { failures: 2, openMs: 60_000 } });
    const failure = failureOf(guard.run(hang));
    await pass(20);
    expect(await failure).toBeInstanceOf(CallTimeoutError);
    await expect(guard.run(() => Promise.reject(new TypeError('what?')))).rejects.toThrow(CallTimeoutError);
    expect(guard.breakerState).toBe(OPEN);
  });

  it('does not count faults of one request', async () => {
    const guard = guardWith({ breaker });
    for (let time = 0; time < 5; time += 1) {
      const fault = new CallTimeoutError('its issuer is away', { scope: 'request' });
      await expect(guard.run(() => Promise.reject(fault))).rejects.toBe(fault);
    }
    expect(guard.breakerState).toBe(CLOSED);
  });

  it('does not count our own refusals', async () => {
    const guard = guardWith({ concurrency: 1, maxQueued: 0, breaker });
    const busy = new LongCall();
    const running = guard.run(busy.call);
    for (let time = 0; time < 5; time += 1) await expect(guard.run(answer)).rejects.toThrow(CallRefusedError);
    expect(guard.breakerState).toBe(CLOSED);
    busy.end();
    await running;
  });

  it('closes when the probe is answered', async () => {
    const guard = guardWith({ breaker });
    await failTimes(guard, 3);
    await pass(breaker.openMs - 1);
    await expect(guard.run(answer)).rejects.toThrow(CallRefusedError);
    await pass(1);
    expect(await guard.run(answer)).toBe('answer');
    expect(guard.breakerState).toBe(CLOSED);
  });

  it('tries with one call and refuses the others at once', async () => {
    const guard = guardWith({ breaker });
    await failTimes(guard, 3);
    const probe = new LongCall();
    await pass(breaker.openMs);
    const probing = guard.run(probe.call);
    expect(probe.wasStarted).toBe(true);
    expect(guard.breakerState).toBe(HALF_OPEN);
    await expect(guard.run(answer)).rejects.toThrow(CallRefusedError);
    probe.err(new CallUnavailableError('503'));
    await expect(probing).rejects.toThrow('503');
    expect(guard.breakerState).toBe(OPEN);
  });

  it('lets the probe through when calls that hang hold every place', async () => {
    const guard = guardWith({ concurrency: 3, maxQueued: 0, breaker: { failures: 1, openMs: 30 } });
    const failing = new LongCall();
    const hanging = [new LongCall(), new LongCall()];
    const runs = [failing, ...hanging].map(({ call }) => guard.run(call));
    failing.err(new CallUnavailableError('503'));
    await expect(runs[0]).rejects.toThrow('503');
    await pass(30);
    expect(await guard.run(answer)).toBe('answer');
    for (const call of hanging) call.end();
    await Promise.all(runs.slice(1));
  });

  it('is not there for questions: they are asked however often they fail', async () => {
    const guard = guardWith();
    await failTimes(guard, 50);
    expect(await guard.run(answer)).toBe('answer');
  });
});
