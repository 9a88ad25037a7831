import {
  ENTITY_TYPES,
  EnumField,
  FieldRule,
  hasTaxIdForm,
  StringField,
  SUBMERCHANT_STATUSES,
  WRITTEN_TAX_ID,
  type EntityType,
  type SubmerchantStatus,
} from '@centavo/contracts';
import { PageQuery } from '../http/lists/page.query.js';

/** Of whichever entity: a CPF among companies is a question with an answer, an empty list. */
const isTaxId = (value: unknown): boolean =>
  typeof value !== 'string' || ENTITY_TYPES.some((entityType) => hasTaxIdForm(value, entityType));

/** Query of `GET /v1/submerchants`. */
export class ListSubmerchantsQuery extends PageQuery {
  @EnumField(SUBMERCHANT_STATUSES, { optional: true }) status?: SubmerchantStatus;
  @EnumField(ENTITY_TYPES, { optional: true }) entity_type?: EntityType;
  @StringField({ optional: true, description: 'CPF or CNPJ, with or without punctuation.', schema: WRITTEN_TAX_ID })
  @FieldRule('isTaxIdOfType', isTaxId, 'must be a CPF or a CNPJ')
  tax_id?: string;
}
