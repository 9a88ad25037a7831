import { reading, StateSources } from './state-sources.js';

const ROWS = reading('outbox_pending_rows', { service: 'payments' }, 3);
const readable = (value: number) => reading('state_readable', { source: 'test' }, value);
const HURRIED = { maxAgeMs: 0, patienceMs: 20 };

describe('StateSources', () => {
  it('asks nobody again who was asked a moment ago', async () => {
    const sources = new StateSources({ maxAgeMs: 60_000, patienceMs: 1_000 });
    let questions = 0;
    sources.add('test', async () => {
      questions += 1;
      return [ROWS];
    });

    expect(await sources.read()).toEqual([ROWS, readable(1)]);
    expect(await sources.read()).toEqual([ROWS, readable(1)]);
    expect(questions).toBe(1);
  });

  it('shows nothing, rather than what was, once asking fails', async () => {
    const sources = new StateSources(HURRIED);
    let isAway = false;
    sources.add('test', async () => {
      if (isAway) throw new Error('away');
      return [ROWS];
    });

    expect(await sources.read()).toEqual([ROWS, readable(1)]);
    isAway = true;
    expect(await sources.read()).toEqual([readable(0)]);
    isAway = false;
    expect(await sources.read()).toEqual([ROWS, readable(1)]);
  });

  it('goes without a source that hangs, asks it nothing more meanwhile, and takes its answer when it comes', async () => {
    const sources = new StateSources(HURRIED);
    const answer = Promise.withResolvers<readonly [typeof ROWS]>();
    let questions = 0;
    sources.add('test', () => {
      questions += 1;
      return answer.promise;
    });
    sources.add('other', async () => [reading('ledger_violations', {}, 0)]);

    expect(await sources.read()).toContainEqual(reading('ledger_violations', {}, 0));
    expect(await sources.read()).toContainEqual(readable(0));
    expect(questions).toBe(1);
    answer.resolve([ROWS]);
    await answer.promise;
    expect(await sources.read()).toEqual(expect.arrayContaining([ROWS, readable(1)]));
  });

  it('says the same to two who ask at once', async () => {
    const sources = new StateSources({ maxAgeMs: 60_000, patienceMs: 60_000 });
    sources.add('test', async () => [ROWS]);

    const both = await Promise.all([sources.read(), sources.read()]);
    expect(both).toEqual([
      [ROWS, readable(1)],
      [ROWS, readable(1)],
    ]);
  });
});
