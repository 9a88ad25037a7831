import { findingsOf, isPassing } from './file-findings.domain.js';

const stated = { file_size: 100n, mime_type: 'image/png' };
const served = { status: 200, contentType: 'image/png', contentLength: '100' };
const NOTHING_AGAINST = 'file_url has a file, and nothing speaks against what was said of it.';

describe('What is found at the address of a file', () => {
  it.each([
    ['the file', {}, NOTHING_AGAINST],
    ['a server that says nothing of it', { contentType: undefined, contentLength: undefined }, NOTHING_AGAINST],
    ['its type in other letters', { contentType: 'Image/PNG; charset=binary' }, NOTHING_AGAINST],
    ['another type', { contentType: 'text/html' }, 'file_url has another file: its type is text/html, not image/png.'],
    ['another size', { contentLength: '99' }, 'file_url has another file: it has 99 bytes, not 100.'],
    [
      'another file altogether',
      { contentType: 'text/html', contentLength: '7' },
      'file_url has another file: its type is text/html, not image/png; it has 7 bytes, not 100.',
    ],
    ['nothing', { status: 404 }, 'file_url answered 404.'],
    ['a way to somewhere else', { status: 302 }, 'file_url answered 302.'],
  ])('is told of %s', (_, met, notes) => {
    expect(findingsOf(stated, { ...served, ...met })).toBe(notes);
  });

  it.each([
    [200, false],
    [404, false],
    [429, true],
    [500, true],
    [503, true],
  ])('may be another in a moment after %i: %s', (status, passing) => {
    expect(isPassing({ status })).toBe(passing);
  });
});
