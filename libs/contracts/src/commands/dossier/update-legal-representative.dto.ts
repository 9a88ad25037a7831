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
import { ParticipationField } from './legal-representative.rules.js';

/** Body of `PATCH /v1/submerchants/{id}/legal-representatives/{representative_id}`: what is left out stays as it is. */
export class UpdateLegalRepresentativeDto {
  @StringField({ omittable: true }) name?: string;
  @EntityTaxIdField(ENTITY_TYPES, { omittable: true }) document?: string;
  @BirthDateField({ omittable: true }) birth_date?: string;
  @EmailField({ omittable: true }) email?: string;
  @PhoneField({ omittable: true }) phone?: string;
  @StringField({ optional: true }) mother_name?: string | null;
  @EnumField(REPRESENTATIVE_ROLES, { omittable: true }) role?: RepresentativeRole;
  @EnumField(REPRESENTATIVE_QUALIFICATIONS, { optional: true }) qualification?: RepresentativeQualification | null;
  @ParticipationField() participation_percentage?: number | null;
  @BooleanField({ omittable: true }) is_admin?: boolean;
  @EnumField(ENTITY_TYPES, { omittable: true }) entity_type?: EntityType;
  @StringField({ optional: true }) legal_name?: string | null;
}
