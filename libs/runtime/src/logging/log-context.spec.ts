import { setImmediate as later } from 'node:timers/promises';
import { PacedBatcher } from '../paced-batcher.js';
import { correlation, inLogContext } from './log-context.js';

const causedBy = (correlationId?: string) => ({ headers: { correlationId } });

describe('the log context', () => {
  it('names the request behind a message, however far down', async () => {
    const seen = await inLogContext([causedBy('r1')], async () => {
      await later();
      return Promise.all([1, 2].map(async () => correlation()));
    });

    expect(seen).toEqual([{ correlationId: 'r1' }, { correlationId: 'r1' }]);
    expect(correlation()).toEqual({});
  });

  it('names all requests behind a batch, each once and not too many', () => {
    const many = Array.from({ length: 30 }, (_, index) => causedBy(`r${index}`));

    expect(inLogContext([causedBy('r1'), causedBy(), causedBy('r2'), causedBy('r1')], correlation)).toEqual({
      correlationIds: ['r1', 'r2'],
    });
    expect(inLogContext(many, correlation)['correlationIds']).toHaveLength(20);
  });

  it('leaves it at the one member that a batch was narrowed down to', () => {
    const inner = inLogContext([causedBy('r1'), causedBy('r2')], () => inLogContext([causedBy('r2')], correlation));

    expect(inner).toEqual({ correlationId: 'r2' });
  });

  it('is not that of whoever happened to come first to a batch that was gathered', async () => {
    const batcher = new PacedBatcher<string, Record<string, unknown>>({
      maxSize: 10,
      lingerMs: 1,
      flush: async (items) => items.map(() => correlation()),
    });

    const seen = await inLogContext([causedBy('r1')], () => batcher.add('x'));
    expect(seen).toEqual({});
  });
});
