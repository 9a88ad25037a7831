import { toTimeSpan } from './date-texts.js';

const span = (text: string) => {
  const parsed = toTimeSpan(text);
  return parsed && [parsed.from.toISOString(), parsed.until.toISOString()];
};

describe('A date or date-time of a request', () => {
  it('means the whole day in São Paulo when it is a plain date', () => {
    expect(span('2026-11-20')).toEqual(['2026-11-20T03:00:00.000Z', '2026-11-21T03:00:00.000Z']);
  });

  it('means one millisecond when it is a date-time', () => {
    expect(span('2026-11-20T10:00:00-03:00')).toEqual(['2026-11-20T13:00:00.000Z', '2026-11-20T13:00:00.001Z']);
  });

  it.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '20/11/2026',
    '2026-11-20T10:00:00',
    '2026-11-20T25:00:00Z',
    '1e3',
    '9999-12-31T',
  ])('is refused when it is %j', (text) => expect(span(text)).toBeUndefined());
});
