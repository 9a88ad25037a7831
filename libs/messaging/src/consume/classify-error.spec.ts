import { BusUnavailableError, RetriableError } from '../bus.js';
import { classifyError } from './classify-error.js';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('the kind of an error', () => {
  it.each([
    ['deadlock', withCode('40P01'), 'transient'],
    ['serialization failure', withCode('40001'), 'transient'],
    ['statement timeout', withCode('57014'), 'transient'],
    ['a condition that will pass', new RetriableError('later'), 'transient'],
    ['PostgreSQL shutting down', withCode('57P01'), 'outage'],
    ['too many connections', withCode('53300'), 'outage'],
    ['connection refused', withCode('ECONNREFUSED'), 'outage'],
    ['connection lost without a code', new Error('Connection terminated unexpectedly'), 'outage'],
    ['the bus away', new BusUnavailableError('away'), 'outage'],
    ['a wrapped refusal', new Error('query failed', { cause: withCode('ECONNRESET') }), 'outage'],
    ['a refusal on every address', new AggregateError([withCode('ECONNREFUSED')]), 'outage'],
    ['unique violation', withCode('23505'), 'permanent'],
    ['a bug', new TypeError('undefined is not a function'), 'permanent'],
    ['something thrown that is no error', 'oops', 'permanent'],
  ])('%s', (_, error, kind) => {
    expect(classifyError(error)).toBe(kind);
  });

  it('survives a cause that leads in a circle', () => {
    const error = new Error('round');
    error.cause = error;

    expect(classifyError(error)).toBe('permanent');
  });
});
