import {
  DEFAULT_ENTITY_TYPE,
  DomainError,
  normalizeTaxId,
  SUBMERCHANT_ALLOWS,
  submerchantStatusesAfter,
  type CnaeDto,
  type Cnae,
  type CreateSubmerchantDto,
  type SubmerchantRecord,
  type SubmerchantStatus,
  type UpdateSubmerchantDto,
  type ClaimedTaxId,
} from '@centavo/contracts';

/** What a merchant says of a submerchant, in the form that is kept. */
export type SubmerchantProfile = Omit<
  SubmerchantRecord,
  'id' | 'merchant_id' | 'wallet_id' | 'status' | 'reviewed_at' | 'review_notes' | 'created_at' | 'updated_at'
>;

type Identity = Pick<SubmerchantRecord, 'tax_id' | 'entity_type'>;

const NOTHING_SAID = {
  phone: null,
  website: null,
  description: null,
  soft_descriptor: null,
  birth_date: null,
  mother_name: null,
  business_type: null,
  product_categories: null,
  average_ticket: null,
  monthly_revenue: null,
  mcc: null,
  cnaes: null,
} satisfies Partial<SubmerchantProfile>;

/** The profile that a registration asks for. */
export function newProfile(body: CreateSubmerchantDto): SubmerchantProfile {
  const { trade_name, legal_name, tax_id, email } = body;
  const entity_type = body.entity_type ?? DEFAULT_ENTITY_TYPE;
  return changedProfile(
    { ...NOTHING_SAID, entity_type, trade_name, legal_name, tax_id, email },
    { ...body, entity_type },
  );
}

/** What is left out stays as it is. @returns `current` with what `body` says */
export function changedProfile<Profile extends SubmerchantProfile>(
  current: Profile,
  { tax_id, average_ticket, monthly_revenue, cnaes, ...asItIs }: UpdateSubmerchantDto,
): Profile {
  return {
    ...current,
    ...asItIs,
    ...(tax_id !== undefined && { tax_id: normalizeTaxId(tax_id) }),
    ...(average_ticket !== undefined && { average_ticket: toCentavos(average_ticket) }),
    ...(monthly_revenue !== undefined && { monthly_revenue: toCentavos(monthly_revenue) }),
    ...(cnaes !== undefined && { cnaes: cnaes?.map(toCnae) ?? null }),
  };
}

const toCentavos = (amount: number | null): bigint | null => (amount === null ? null : BigInt(amount));

const toCnae = ({ code, description, is_primary }: CnaeDto): Cnae => ({
  code,
  description: description ?? null,
  is_primary: is_primary ?? false,
});

/** What {@link assertTaxId} looks at. */
export const claimOf = ({ tax_id, entity_type }: Identity): ClaimedTaxId => ({
  field: 'tax_id',
  taxId: tax_id,
  entityType: entity_type,
});

/** Whether two profiles say the same about who the submerchant is. */
export const isSameIdentity = (before: Identity, after: Identity): boolean =>
  before.tax_id === after.tax_id && before.entity_type === after.entity_type;

/** @throws DomainError `submerchant_locked` when who the submerchant is has been approved */
export function assertMayReidentify({ status }: Pick<SubmerchantRecord, 'status'>): void {
  if (SUBMERCHANT_ALLOWS[status].reidentify) return;
  throw new DomainError('submerchant_locked', {
    message: `The submerchant is ${status}; tax_id and entity_type are locked once it was approved.`,
  });
}

/** A decision that does not fit the status: says which that is and which decisions would. */
export function reviewNotPossible(status: SubmerchantStatus): DomainError {
  const allowed = submerchantStatusesAfter(status);
  return new DomainError('review_not_possible', {
    message: `The submerchant is ${status}; it can become ${allowed.join(' or ') || 'nothing else'}.`,
  });
}
