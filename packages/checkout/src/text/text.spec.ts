import { textIn } from './text.js';

/** The paths of everything that a text says. */
const pathsOf = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => pathsOf(part, `${path}.${name}`))
    : [path];

describe('The texts', () => {
  it('say the same things in both languages', () => {
    expect(pathsOf(textIn('en'))).toEqual(pathsOf(textIn('pt')));
  });
});
