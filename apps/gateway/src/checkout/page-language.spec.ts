import { pageLanguage } from './page-language.js';

describe('The language of the checkout page', () => {
  it.each([
    [undefined, 'pt'],
    ['', 'pt'],
    ['pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7', 'pt'],
    ['en-US,en;q=0.9', 'en'],
    ['en;q=0.2, pt-PT;q=0.8', 'pt'],
    ['de-DE, de;q=0.9, en;q=0.5', 'en'],
    ['fr, *;q=0.5', 'pt'],
    ['EN', 'en'],
    ['pt;q=0, en', 'en'],
    ['pt;q=0', 'pt'],
    [';;;,,q=', 'pt'],
  ] as const)('for %j is %s', (header, language) => expect(pageLanguage(header)).toBe(language));
});
