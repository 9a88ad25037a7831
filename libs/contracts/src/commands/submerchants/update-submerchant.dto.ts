import { EntityTaxIdField } from '../../entity.fields.js';
import { ENTITY_TYPES, type EntityType } from '../../entity-types.js';
import { EmailField, EnumField, StringField } from '../../fields.js';
import { SubmerchantProfileDto } from './profile.dto.js';

/** Body of `PATCH /v1/submerchants/{id}`. What is left out stays as it is. */
export class UpdateSubmerchantDto extends SubmerchantProfileDto {
  @EnumField(ENTITY_TYPES, { omittable: true, description: 'Locked once approved.' }) entity_type?: EntityType;
  @StringField({ omittable: true }) trade_name?: string;
  @StringField({ omittable: true }) legal_name?: string;
  @EntityTaxIdField(ENTITY_TYPES, { omittable: true, description: 'CPF (pf) or CNPJ (pj). Locked once approved.' })
  tax_id?: string;
  @EmailField({ omittable: true }) email?: string;
}
