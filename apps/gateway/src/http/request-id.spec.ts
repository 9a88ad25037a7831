import { requestIdOf } from './request-id.js';

const idOf = (given: string): string => requestIdOf({ headers: { 'x-request-id': given } });

describe('requestIdOf', () => {
  it.each(['order-1042', 'a.b_c-D', '0193c5f0-8f3b-7c60-9d9a-5c3f5f0e2a11'])("takes the client's own %s", (given) => {
    expect(idOf(given)).toBe(given);
  });

  it.each(['', 'with space', 'line\nbreak', 'x'.repeat(129), '4111111111111111', 'order-4111-1111-1111-1111'])(
    'makes a new one instead of %j',
    (given) => {
      expect(idOf(given)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
    },
  );
});
