import { DomainError, hasTaxIdCheckDigits, hasTaxIdForm, type EntityType } from '@centavo/contracts';

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
  if (!isSandbox && !hasTaxIdCheckDigits(taxId, entityType)) {
    throw DomainError.invalidField(field, 'invalid_value', `${field} must have the right check digits`);
  }
}
