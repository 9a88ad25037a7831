import { ApiProperty } from '@nestjs/swagger';
import { ENTITY_TYPES, type EntityType } from '../../entity-types.js';

export const REPRESENTATIVE_ROLES = ['legal_representative', 'partner', 'attorney', 'administrator'] as const;
export type RepresentativeRole = (typeof REPRESENTATIVE_ROLES)[number];

export const REPRESENTATIVE_QUALIFICATIONS = [
  'DIRECTOR',
  'PARTNER',
  'ADMINISTRATOR',
  'PRESIDENT',
  'ATTORNEY',
  'OTHER',
] as const;
export type RepresentativeQualification = (typeof REPRESENTATIVE_QUALIFICATIONS)[number];

export class LegalRepresentative {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) submerchant_id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ description: 'CPF (pf) or CNPJ (pj), without punctuation.' }) document!: string;
  @ApiProperty({ format: 'date' }) birth_date!: string;
  @ApiProperty() phone!: string;
  @ApiProperty({ nullable: true, type: String }) mother_name!: string | null;
  @ApiProperty({ format: 'email' }) email!: string;
  @ApiProperty({ enum: REPRESENTATIVE_ROLES }) role!: RepresentativeRole;
  @ApiProperty({ enum: REPRESENTATIVE_QUALIFICATIONS, nullable: true, type: String })
  qualification!: RepresentativeQualification | null;
  @ApiProperty({ type: Number, nullable: true, minimum: 0, maximum: 100 }) participation_percentage!: number | null;
  @ApiProperty() is_admin!: boolean;
  @ApiProperty({ enum: ENTITY_TYPES }) entity_type!: EntityType;
  @ApiProperty({ nullable: true, type: String }) legal_name!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export interface LegalRepresentativeRecord {
  id: string;
  submerchant_id: string;
  merchant_id: string;
  name: string;
  document: string;
  birth_date: string;
  phone: string;
  mother_name: string | null;
  email: string;
  role: RepresentativeRole;
  qualification: RepresentativeQualification | null;
  /** A `numeric` of PostgreSQL, as text. */
  participation_percentage: string | null;
  is_admin: boolean;
  entity_type: EntityType;
  legal_name: string | null;
  created_at: Date;
  updated_at: Date;
}

export const presentLegalRepresentative = (record: LegalRepresentativeRecord): LegalRepresentative => ({
  id: record.id,
  submerchant_id: record.submerchant_id,
  name: record.name,
  document: record.document,
  birth_date: record.birth_date,
  phone: record.phone,
  mother_name: record.mother_name,
  email: record.email,
  role: record.role,
  qualification: record.qualification,
  participation_percentage: record.participation_percentage === null ? null : Number(record.participation_percentage),
  is_admin: record.is_admin,
  entity_type: record.entity_type,
  legal_name: record.legal_name,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});
