import { isValidCnpj, isValidCpf } from '@centavo/brazil';
import type { EntityType } from './entity-types.js';
import { DomainError } from './errors/domain-error.js';

const FORMS: Readonly<Record<EntityType, RegExp>> = { pf: /^\d{11}$/, pj: /^[0-9A-Z]{12}\d{2}$/ };
/** Either form with whatever punctuation people write, as a schema says it. */
export const WRITTEN_TAX_ID = {
  pattern:
    '^([^0-9A-Za-z]*[0-9]){11}[^0-9A-Za-z]*$|^([^0-9A-Za-z]*[0-9A-Za-z]){12}([^0-9A-Za-z]*[0-9]){2}[^0-9A-Za-z]*$',
};
const HAS_CHECK_DIGITS: Readonly<Record<EntityType, (taxId: string) => boolean>> = { pf: isValidCpf, pj: isValidCnpj };

/** A CPF or CNPJ in the one form that is stored: letters and digits only, upper case. */
export const normalizeTaxId = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();

/** Whether a text is, once normalised, as long as the tax id of an entity has to be, and made of what it is made of. */
export const hasTaxIdForm = (text: string, entityType: EntityType): boolean =>
  FORMS[entityType].test(normalizeTaxId(text));

/** A tax id in a body, and whose it is said to be. */
export interface ClaimedTaxId {
  readonly field: string;
  readonly taxId: string;
  readonly entityType: EntityType;
}

/** @throws DomainError `validation_error` when it is none of such an entity; the sandbox does not ask for check digits */
export function assertTaxId({ field, taxId, entityType }: ClaimedTaxId, isSandbox: boolean): void {
  if (!hasTaxIdForm(taxId, entityType)) {
    throw DomainError.invalidField(field, 'invalid_format', `${field} must be that of a ${entityType}`);
  }
  if (!isSandbox && !HAS_CHECK_DIGITS[entityType](taxId)) {
    throw DomainError.invalidField(field, 'invalid_value', `${field} must have the right check digits`);
  }
}
