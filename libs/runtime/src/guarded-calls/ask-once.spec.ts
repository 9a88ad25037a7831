import { askOnce, LeaseEndsError, type ErrandTerms } from './ask-once.js';
import { CallTimeoutError, CallUnavailableError } from './call-errors.js';

type Step = 'done' | 'nothing' | 'timeout' | 'unavailable';

/** Somebody outside who answers questions and requests as it is written; notes what it was asked. */
function outsider(steps: readonly (readonly ['ask' | 'inquire', Step])[]) {
  const left = [...steps];
  const answer = async (kind: 'ask' | 'inquire'): Promise<string | undefined> => {
    const [expected, step] = left.shift() ?? ['nothing more'];
    expect(kind).toBe(expected);
    if (step === 'timeout') throw new CallTimeoutError('no answer');
    if (step === 'unavailable') throw new CallUnavailableError('503');
    return step === 'done' ? 'result' : undefined;
  };
  return {
    errand: { ask: () => answer('ask') as Promise<string>, inquire: () => answer('inquire') },
    isOver: () => left.length === 0,
  };
}

const run = async (steps: Parameters<typeof outsider>[0], terms: Partial<ErrandTerms> = {}) => {
  const { errand, isOver } = outsider(steps);
  const usual = { mayHaveRun: false, hasTimeForCall: () => true, retryPausesMs: [0, 0] };
  const outcome = await askOnce(errand, { ...usual, ...terms });
  expect(isOver()).toBe(true);
  return outcome;
};

const DONE = { result: 'result', isCertain: true };

describe('An errand', () => {
  it('that is done at once is asked for once', async () => {
    expect(await run([['ask', 'done']])).toEqual(DONE);
  });

  it('that may have run before is inquired first, and not asked for when it was done', async () => {
    expect(await run([['inquire', 'done']], { mayHaveRun: true })).toEqual(DONE);
    expect(
      await run(
        [
          ['inquire', 'nothing'],
          ['ask', 'done'],
        ],
        { mayHaveRun: true },
      ),
    ).toEqual(DONE);
  });

  it('is inquired after a timeout before it is asked for again, and never asked for again when it was done', async () => {
    expect(
      await run([
        ['ask', 'timeout'],
        ['inquire', 'done'],
      ]),
    ).toEqual(DONE);
    expect(
      await run([
        ['ask', 'timeout'],
        ['inquire', 'nothing'],
        ['ask', 'unavailable'],
        ['inquire', 'done'],
      ]),
    ).toEqual(DONE);
  });

  it('that nobody takes was certainly not done', async () => {
    expect(
      await run([
        ['ask', 'unavailable'],
        ['ask', 'unavailable'],
        ['ask', 'unavailable'],
      ]),
    ).toEqual({ result: undefined, isCertain: true });
  });

  it('that nobody knows of after a timeout may yet be done', async () => {
    const steps = [
      ['ask', 'timeout'],
      ['inquire', 'nothing'],
    ] as const;
    expect(await run(steps, { retryPausesMs: [] })).toEqual({ result: undefined, isCertain: false });
  });

  it('of which it cannot be found out what became of it says so', async () => {
    const unknown = run([
      ['ask', 'timeout'],
      ['inquire', 'unavailable'],
    ]);
    await expect(unknown).rejects.toThrow(CallUnavailableError);
  });

  it('is not begun, nor begun again, when the lease would end before there is an answer', async () => {
    await expect(run([], { hasTimeForCall: () => false })).rejects.toThrow(LeaseEndsError);
    let calls = 0;
    const once = run([['ask', 'unavailable']], { hasTimeForCall: () => (calls += 1) === 1 });
    await expect(once).rejects.toThrow(LeaseEndsError);
  });

  it('that fails in any other way fails', async () => {
    const errand = { ask: () => Promise.reject(new TypeError('a fault of ours')), inquire: async () => undefined };
    const terms = { mayHaveRun: false, hasTimeForCall: () => true, retryPausesMs: [0] };
    await expect(askOnce(errand, terms)).rejects.toThrow(TypeError);
  });
});
