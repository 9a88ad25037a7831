export const PAGE_LANGUAGES = ['pt', 'en'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

const isOurs = (language: string): language is PageLanguage => (PAGE_LANGUAGES as readonly string[]).includes(language);

/** The one of our languages that a browser's `Accept-Language` (RFC 9110, 12.5.4) puts first; Portuguese when it names neither. */
export function pageLanguage(header: string | undefined): PageLanguage {
  const wishes = (header ?? '').split(',').map((wish) => {
    const [range = '', ...parameters] = wish.trim().toLowerCase().split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return { language: range.split('-', 1)[0]!, weight: Number(weight ?? 1) };
  });
  const ranked = wishes.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  return ranked.map(({ language }) => language).find(isOurs) ?? 'pt';
}
