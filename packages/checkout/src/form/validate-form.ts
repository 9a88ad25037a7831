import { isCard } from '../api/charge.js';
import { CARD_FIELDS, CUSTOMER_FIELDS, type Field, type FormValues, type Problem, type Problems } from './fields.js';
import { cardNumberProblem, cvvProblem, expiryProblem } from './card.rules.js';
import { emailProblem, phoneProblem, taxIdProblem } from './customer.rules.js';

export interface FormRules {
  /** The sandbox asks for lengths only: neither for check digits of a CPF or CNPJ nor for those of cards. */
  readonly isSandbox: boolean;
  readonly now: Date;
}

const MAX_TEXT_LENGTH = 255;

type Rule = (values: FormValues, rules: FormRules) => Problem | null;

const textProblem = (text: string): Problem | null => (text.trim().length > MAX_TEXT_LENGTH ? 'invalid' : null);

const RULES: Readonly<Record<Field, Rule>> = {
  number: ({ number }, { isSandbox }) => cardNumberProblem(number, isSandbox),
  holderName: ({ holderName }) => textProblem(holderName),
  expiry: ({ expiry }, { now }) => expiryProblem(expiry, now),
  cvv: ({ cvv, number }) => cvvProblem(cvv, number),
  name: ({ name }) => textProblem(name),
  taxId: ({ taxId, taxIdKind }, { isSandbox }) => taxIdProblem(taxId, taxIdKind, isSandbox),
  email: ({ email }) => emailProblem(email),
  phone: ({ phone }) => phoneProblem(phone),
};

/** The fields that the chosen method needs, from top to bottom. */
export const fieldsFor = ({ method }: FormValues): readonly Field[] =>
  method !== null && isCard(method) ? [...CARD_FIELDS, ...CUSTOMER_FIELDS] : CUSTOMER_FIELDS;

/** What is wrong with one field; null when nothing is. */
export function problemIn(field: Field, values: FormValues, rules: FormRules): Problem | null {
  if (values[field].trim() === '') return 'missing';
  return RULES[field](values, rules);
}

/** Everything that is wrong with the fields that the chosen method needs. */
export function validateForm(values: FormValues, rules: FormRules): Problems {
  const found = fieldsFor(values).map((field) => [field, problemIn(field, values, rules)] as const);
  return Object.fromEntries(found.filter(([, problem]) => problem !== null));
}
