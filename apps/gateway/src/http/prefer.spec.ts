import { preferredWaitSeconds } from './prefer.js';

describe('The Prefer header', () => {
  it.each([
    ['wait=10', 10],
    ['WAIT = 1', 1],
    ['wait="30"', 30],
    ['respond-async, wait=10', 10],
    ['wait=10; x=y, handling=lenient', 10],
    ['wait=5, wait=20', 5],
    ['note="a, wait=3", wait=7', 7],
    [['handling=strict', 'wait=4'], 4],
  ])('%j asks to wait %d seconds', (header, seconds) => expect(preferredWaitSeconds(header)).toBe(seconds));

  it.each([
    undefined,
    '',
    'wait',
    'wait=',
    'wait=0',
    'wait=31',
    'wait=-1',
    'wait=1.5',
    'wait=1e1',
    'wait=soon',
    'await=5',
    'note="wait=5',
  ])('%j asks for nothing we could do', (header) => expect(preferredWaitSeconds(header)).toBeUndefined());

  it('is read in no time, however odd', () => {
    expect(preferredWaitSeconds(`${'"'.repeat(20_001)}, wait=5`)).toBeUndefined();
  });
});
