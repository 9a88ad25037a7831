import { isValidCnpj, isValidCpf } from '@centavo/brazil';
import { digitsOf } from '../format/digits.js';
import type { Problem, TaxIdKind } from './fields.js';

/** Of e-mail addresses only the form that all share; the platform looks closer, and what it says is shown at the field. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/;
const MAX_EMAIL_LENGTH = 254;

export const emailProblem = (email: string): Problem | null =>
  EMAIL.test(email.trim()) && email.trim().length <= MAX_EMAIL_LENGTH ? null : 'invalid';

const TAX_ID_FORMS: Readonly<Record<TaxIdKind, RegExp>> = { cpf: /^\d{11}$/, cnpj: /^[0-9A-Z]{12}\d{2}$/ };
const HAS_CHECK_DIGITS: Readonly<Record<TaxIdKind, (taxId: string) => boolean>> = {
  cpf: isValidCpf,
  cnpj: isValidCnpj,
};

/** A CPF or CNPJ without punctuation, as the platform takes it. */
export const plainTaxId = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** @param isSandbox there the check digits are not looked at */
export function taxIdProblem(text: string, kind: TaxIdKind, isSandbox: boolean): Problem | null {
  const taxId = plainTaxId(text);
  if (!TAX_ID_FORMS[kind].test(taxId)) return 'invalid';
  return isSandbox || HAS_CHECK_DIGITS[kind](taxId) ? null : 'invalid';
}

/** With its area code. */
const BRAZILIAN_PHONE = /^[1-9]\d{9,10}$/;
/** (Source: ITU-T E.164.) */
const FOREIGN_PHONE = /^[1-9]\d{7,14}$/;

export const phoneProblem = (text: string): Problem | null =>
  (isForeign(text) ? FOREIGN_PHONE : BRAZILIAN_PHONE).test(digitsOf(text)) ? null : 'invalid';

/** With the country's code and nothing else but digits: `+5511987654321`. */
export const plainPhone = (text: string): string => (isForeign(text) ? `+${digitsOf(text)}` : `+55${digitsOf(text)}`);

const isForeign = (phone: string): boolean => phone.trim().startsWith('+');
