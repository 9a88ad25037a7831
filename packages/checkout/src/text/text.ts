import { en } from './en.js';
import { pt } from './pt.js';

export type Language = 'pt' | 'en';

/** Everything that the page says. Portuguese comes first, and decides what there is to say. */
export type Text = typeof pt;

const TEXTS: Readonly<Record<Language, Text>> = { pt, en };

export const textIn = (language: Language): Text => TEXTS[language];
