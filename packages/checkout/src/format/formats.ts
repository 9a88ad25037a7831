import type { Language } from '../text/text.js';

/** How amounts and times are written for one reader. */
export interface Formats {
  /** @param amount centavos */
  readonly money: (amount: number) => string;
  /** Of an instant, in the reader's own zone: `30 de nov., 14:05`. @param instant ISO 8601 */
  readonly dateTime: (instant: string) => string;
  /** Of a calendar day, whatever the zone. @param date YYYY-MM-DD */
  readonly date: (date: string) => string;
}

const LOCALES: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-US' };
const CENTAVOS_PER_REAL = 100;

/** @param timeZone the reader's own unless given */
export function createFormats(language: Language, timeZone?: string): Formats {
  const locale = LOCALES[language];
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });
  const minutes = { hour: '2-digit', minute: '2-digit', timeZone } as const;
  const dateTime = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...minutes });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    money: (amount) => money.format(amount / CENTAVOS_PER_REAL),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    date: (day) => date.format(new Date(`${day}T00:00:00Z`)),
  };
}
