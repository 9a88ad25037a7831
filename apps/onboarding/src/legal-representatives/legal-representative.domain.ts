import {
  normalizeTaxId,
  REPRESENTATIVE_DEFAULTS,
  type CreateLegalRepresentativeCommand,
  type LegalRepresentativeRecord,
  type UpdateLegalRepresentativeDto,
  type ClaimedTaxId,
} from '@centavo/contracts';

/** A representative as it is to be kept. */
export interface RepresentativeState extends Omit<LegalRepresentativeRecord, 'participation_percentage'> {
  /** As a number where a request said it, as PostgreSQL's text where it was there before. */
  readonly participation_percentage: string | number | null;
}

export const newRepresentative = (
  { representative_id, submerchant_id, merchant_id, body }: CreateLegalRepresentativeCommand,
  now: Date,
): RepresentativeState => ({
  id: representative_id,
  submerchant_id,
  merchant_id,
  name: body.name,
  document: normalizeTaxId(body.document),
  birth_date: body.birth_date,
  phone: body.phone,
  mother_name: body.mother_name ?? null,
  email: body.email,
  role: body.role ?? REPRESENTATIVE_DEFAULTS.role,
  qualification: body.qualification ?? null,
  participation_percentage: body.participation_percentage ?? null,
  is_admin: body.is_admin ?? REPRESENTATIVE_DEFAULTS.is_admin,
  entity_type: body.entity_type ?? REPRESENTATIVE_DEFAULTS.entity_type,
  legal_name: body.legal_name ?? null,
  created_at: now,
  updated_at: now,
});

/** What is left out stays as it is. */
export const changedRepresentative = (
  current: LegalRepresentativeRecord,
  { document, ...asItIs }: UpdateLegalRepresentativeDto,
  now: Date,
): RepresentativeState => ({
  ...current,
  ...asItIs,
  ...(document !== undefined && { document: normalizeTaxId(document) }),
  updated_at: now,
});

/** What {@link assertTaxId} looks at. */
export const claimOf = ({
  document,
  entity_type,
}: Pick<RepresentativeState, 'document' | 'entity_type'>): ClaimedTaxId => ({
  field: 'document',
  taxId: document,
  entityType: entity_type,
});
