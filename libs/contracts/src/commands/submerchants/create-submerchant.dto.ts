import { EntityTaxIdField } from '../../entity.fields.js';
import { ENTITY_TYPES, type EntityType } from '../../entity-types.js';
import { EmailField, EnumField, StringField } from '../../fields.js';
import { SubmerchantProfileDto } from './profile.dto.js';

/** What a submerchant is when the request does not say. */
export const DEFAULT_ENTITY_TYPE: EntityType = 'pj';

/** Body of `POST /v1/submerchants`. */
export class CreateSubmerchantDto extends SubmerchantProfileDto {
  @EnumField(ENTITY_TYPES, { optional: true, default: DEFAULT_ENTITY_TYPE }) entity_type?: EntityType | null;
  @StringField({ example: 'Loja do Zé' }) trade_name!: string;
  @StringField({ description: 'Of a company its legal name, of a person the full name.', example: 'José da Silva ME' })
  legal_name!: string;
  @EntityTaxIdField([DEFAULT_ENTITY_TYPE], { example: '11222333000181' }) tax_id!: string;
  @EmailField({ example: 'ze@loja.example' }) email!: string;
}
