import { isDeepStrictEqual } from 'node:util';
import { WITHDRAWAL_METHODS, type MerchantRecord, type UpdateMerchantDto } from '@centavo/contracts';

const TERMS = ['status', 'fees', 'anticipation', 'withdrawal_methods'] as const;

/** What operators decide about a merchant. */
export type MerchantTerms = Pick<MerchantRecord, (typeof TERMS)[number]>;

/** What a change was, for those who look back. */
export interface TermsChange {
  readonly before: Partial<MerchantTerms>;
  readonly after: Partial<MerchantTerms>;
}

/** The terms as they are wanted; what is not named stays as it is. */
export function changedTerms(current: MerchantTerms, wanted: UpdateMerchantDto): MerchantTerms {
  const methods: readonly string[] = wanted.withdrawal_methods ?? current.withdrawal_methods;
  return {
    status: wanted.status ?? current.status,
    fees: {
      ...current.fees,
      ...wanted.fees,
      withdrawal: { ...current.fees.withdrawal, ...wanted.fees?.withdrawal },
    },
    anticipation: { ...current.anticipation, ...wanted.anticipation },
    // Always in one order, so that the same methods are no change.
    withdrawal_methods: WITHDRAWAL_METHODS.filter((method) => methods.includes(method)),
  };
}

/** The terms that differ, null when none does. */
export function termsChange(before: MerchantTerms, after: MerchantTerms): TermsChange | null {
  const changed = TERMS.filter((term) => !isDeepStrictEqual(before[term], after[term]));
  if (changed.length === 0) return null;
  const only = (terms: MerchantTerms): Partial<MerchantTerms> =>
    Object.fromEntries(changed.map((term) => [term, terms[term]]));
  return { before: only(before), after: only(after) };
}
