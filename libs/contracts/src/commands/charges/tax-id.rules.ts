import { FieldRule } from '../../fields.js';

/** 11 digits, or 14 characters of which the first twelve may be letters. The check digits are another matter. */
export const TAX_ID = /^(\d{11}|[0-9A-Z]{12}\d{2})$/;

const LENGTHS: Readonly<Record<string, number>> = { individual: 11, company: 14 };

/** On the `tax_id` of a customer: a person has a CPF, a company a CNPJ. */
export const TaxIdOfType = (): PropertyDecorator =>
  FieldRule(
    'isTaxIdOfType',
    (value, { type }) => {
      if (typeof value !== 'string' || !TAX_ID.test(value)) return true;
      return (type !== 'individual' && type !== 'company') || value.length === LENGTHS[type];
    },
    'must have 11 digits for an individual and 14 characters for a company',
  );
