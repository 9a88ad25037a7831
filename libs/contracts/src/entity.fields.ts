import { applyDecorators } from '@nestjs/common';
import { hasTaxIdForm, WRITTEN_TAX_ID } from './entity-tax-ids.js';
import { ENTITY_TYPES, type EntityType } from './entity-types.js';
import { FieldRule, StringField, type FieldOptions } from './fields.js';

export const PhoneField = (options: FieldOptions = {}): PropertyDecorator =>
  StringField({ max: 20, pattern: /^\+?[0-9 ()-]{8,20}$/, example: '+5511987654321', ...options });

/**
 * The CPF or CNPJ of whoever the `entity_type` of the same object is about, however people write it.
 * @param unsaid which it may be when the object has no `entity_type`
 */
export const EntityTaxIdField = (unsaid: readonly EntityType[], options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    StringField({
      description: 'CPF (pf) or CNPJ (pj); punctuation is taken out.',
      schema: WRITTEN_TAX_ID,
      ...options,
    }),
    FieldRule(
      'isTaxIdOfType',
      (value, { entity_type }) => typeof value !== 'string' || typesOf(entity_type, unsaid).some(hasFormIn(value)),
      'must have the 11 digits of a CPF (pf) or the 14 characters of a CNPJ (pj)',
    ),
  );

/** Of a wrong type of entity nothing can be said: that is another rule's business. */
function typesOf(given: unknown, unsaid: readonly EntityType[]): readonly EntityType[] {
  if (given === undefined || given === null) return unsaid;
  const known = ENTITY_TYPES.filter((type) => type === given);
  return known.length > 0 ? known : ENTITY_TYPES;
}

const hasFormIn =
  (text: string) =>
  (type: EntityType): boolean =>
    hasTaxIdForm(text, type);
