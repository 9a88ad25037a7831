import { maskTaxId } from '../documents/mask-tax-id.js';

export const PIX_KEY_TYPES = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

const MAX_EMAIL_LENGTH = 77;
/** Of a Brazilian phone that is written without its country: area code and eight or nine digits. */
const NATIONAL_PHONE = /^\d{10,11}$/;

/** The forms of keys. (Source: Banco Central, API do DICT, schema of `Key`.) */
const FORMS: Readonly<Record<PixKeyType, RegExp>> = {
  cpf: /^\d{11}$/,
  cnpj: /^[0-9A-Z]{12}\d{2}$/,
  email:
    /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/,
  phone: /^\+[1-9]\d{9,14}$/,
  random: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

const asWritten = (text: string): string => text;
const NORMALIZED: Readonly<Record<PixKeyType, (text: string) => string>> = {
  cpf: asWritten,
  cnpj: (text) => text.toUpperCase(),
  email: (text) => text.toLowerCase(),
  phone: (text) => (NATIONAL_PHONE.test(text) ? `+55${text}` : text),
  random: (text) => text.toLowerCase(),
};

/**
 * A Pix key in the one form that the Central Bank's directory knows: letters in their case, a phone with its country. Check digits are another
 * question, and whether anybody has such a key too.
 * @returns undefined when it is no key of this type
 */
export function normalizePixKey(type: PixKeyType, text: string): string | undefined {
  const key = NORMALIZED[type](text);
  const isTooLong = type === 'email' && key.length > MAX_EMAIL_LENGTH;
  return !isTooLong && FORMS[type].test(key) ? key : undefined;
}

const SHOWN_DIGITS_OF_PHONE = 4;

/**
 * A Pix key as it may be shown to who knows it, so that it can be told from others but not used.
 * @param key as {@link normalizePixKey} made it
 */
export function maskPixKey(type: PixKeyType, key: string): string {
  switch (type) {
    case 'cpf':
    case 'cnpj':
      return maskTaxId(key);
    case 'email':
      return maskEmail(key);
    case 'phone':
      return `${key.slice(0, 3)}${'*'.repeat(key.length - 3 - SHOWN_DIGITS_OF_PHONE)}${key.slice(-SHOWN_DIGITS_OF_PHONE)}`;
    case 'random':
      return `${key.slice(0, 8)}-****-****-****-************`;
  }
}

/** The local part of an address is often a name: its first letter is enough, and of a very short one that would be too much. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${at > 2 ? email[0] : ''}***${email.slice(at)}`;
}
