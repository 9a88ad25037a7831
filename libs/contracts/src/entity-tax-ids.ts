import { isValidCnpj, isValidCpf } from '@centavo/brazil';
import type { EntityType } from './entity-types.js';

const FORMS: Readonly<Record<EntityType, RegExp>> = { pf: /^\d{11}$/, pj: /^[0-9A-Z]{12}\d{2}$/ };
const HAS_CHECK_DIGITS: Readonly<Record<EntityType, (taxId: string) => boolean>> = { pf: isValidCpf, pj: isValidCnpj };

/** A CPF or CNPJ in the one form that is stored: letters and digits only, upper case. */
export const normalizeTaxId = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();

/** Whether a text is, once normalised, as long as the tax id of an entity has to be, and made of what it is made of. */
export const hasTaxIdForm = (text: string, entityType: EntityType): boolean =>
  FORMS[entityType].test(normalizeTaxId(text));

/** Whether the check digits of a normalised tax id are right. The sandbox does not ask. */
export const hasTaxIdCheckDigits = (taxId: string, entityType: EntityType): boolean =>
  HAS_CHECK_DIGITS[entityType](taxId);
