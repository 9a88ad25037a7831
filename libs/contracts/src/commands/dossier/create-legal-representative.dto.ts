import { BirthDateField } from '../../date.fields.js';
import { ENTITY_TYPES, type EntityType } from '../../entity-types.js';
import { EntityTaxIdField, PhoneField } from '../../entity.fields.js';
import { BooleanField, EmailField, EnumField, StringField } from '../../fields.js';
import {
  REPRESENTATIVE_QUALIFICATIONS,
  REPRESENTATIVE_ROLES,
  type RepresentativeQualification,
  type RepresentativeRole,
} from '../../resources/dossier/legal-representative.js';
import { ParticipationField, REPRESENTATIVE_DEFAULTS } from './legal-representative.rules.js';

/** Body of `POST /v1/submerchants/{id}/legal-representatives`. */
export class CreateLegalRepresentativeDto {
  @StringField({ example: 'Maria Silva' }) name!: string;
  @EntityTaxIdField([REPRESENTATIVE_DEFAULTS.entity_type]) document!: string;
  @BirthDateField() birth_date!: string;
  @EmailField({ example: 'maria@example.com' }) email!: string;
  @PhoneField() phone!: string;
  @StringField({ optional: true }) mother_name?: string | null;
  @EnumField(REPRESENTATIVE_ROLES, { optional: true, default: REPRESENTATIVE_DEFAULTS.role })
  role?: RepresentativeRole | null;
  @EnumField(REPRESENTATIVE_QUALIFICATIONS, { optional: true }) qualification?: RepresentativeQualification | null;
  @ParticipationField() participation_percentage?: number | null;
  @BooleanField({ optional: true, default: REPRESENTATIVE_DEFAULTS.is_admin }) is_admin?: boolean | null;
  @EnumField(ENTITY_TYPES, { optional: true, default: REPRESENTATIVE_DEFAULTS.entity_type })
  entity_type?: EntityType | null;
  @StringField({ optional: true, description: 'Of a representative that is a company.' }) legal_name?: string | null;
}
