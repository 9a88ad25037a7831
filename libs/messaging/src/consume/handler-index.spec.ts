import { handles } from '../testing/bus-fixture.js';
import { HandlerIndex } from './handler-index.js';

const indexOf = (...patterns: string[]): HandlerIndex<string> =>
  new HandlerIndex(
    patterns.map((pattern) => handles(pattern, () => undefined)),
    ({ pattern }) => pattern,
  );

describe('the index of handlers', () => {
  it('prefers the exact name, then the longest prefix, then the rest', () => {
    const index = indexOf('*', 'charge.*', 'charge.card.*', 'charge.captured');

    expect(index.find('charge.captured')).toBe('charge.captured');
    expect(index.find('charge.card.expired')).toBe('charge.card.*');
    expect(index.find('charge.failed')).toBe('charge.*');
    expect(index.find('wallet.opened')).toBe('*');
  });

  it('knows when nobody handles a type', () => {
    expect(indexOf('charge.*').find('wallet.opened')).toBeUndefined();
  });

  it('refuses two handlers of one pattern', () => {
    expect(() => indexOf('charge.*', 'charge.*')).toThrow('Two handlers for "charge.*"');
  });
});
