/** Who decides about an anticipation. */
export const ANTICIPATION_REVIEWS = ['automatic', 'manual'] as const;
export type AnticipationReview = (typeof ANTICIPATION_REVIEWS)[number];

/** On which terms a merchant gets its receivables early. */
export interface AnticipationSettings {
  readonly review: AnticipationReview;
  /** Interest, basis points per month. */
  readonly monthly_rate_bps: number;
  /** Whether whatever can be anticipated is, without being asked for. */
  readonly automatic_enabled: boolean;
}

/** What holds for a new merchant until the operator says otherwise. */
export const DEFAULT_ANTICIPATION: AnticipationSettings = {
  review: 'automatic',
  monthly_rate_bps: 199,
  automatic_enabled: false,
};

export const WITHDRAWAL_METHODS = ['pix', 'ted', 'crypto'] as const;
export type WithdrawalMethod = (typeof WITHDRAWAL_METHODS)[number];

/** How a new merchant can withdraw until the operator says otherwise. */
export const DEFAULT_WITHDRAWAL_METHODS: readonly WithdrawalMethod[] = ['pix', 'ted'];
