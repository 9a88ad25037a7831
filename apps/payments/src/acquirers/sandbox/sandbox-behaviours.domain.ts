import type { FailureCode } from '@centavo/contracts';
import type { CardReference } from '../../cards/card-reference.js';

/** What the simulated acquirer does with a card. */
export type SandboxBehaviour =
  /** `chargesBack`: the cardholder disputes the payment as soon as it is captured. */
  | { readonly kind: 'approve'; readonly chargesBack: boolean }
  | { readonly kind: 'decline'; readonly failureCode: FailureCode }
  /** Errs on the first try, approves on the next. */
  | { readonly kind: 'error_once' }
  /** Never answers; `approves` says whether it did the work all the same. */
  | { readonly kind: 'timeout'; readonly approves: boolean };

const APPROVE: SandboxBehaviour = { kind: 'approve', chargesBack: false };

/** Chosen by the card's first six and last four digits, so that numbers and tokens behave alike. */
const BEHAVIOURS: Readonly<Record<string, SandboxBehaviour>> = {
  '400000-0028': { kind: 'decline', failureCode: 'card_declined' },
  '400000-9995': { kind: 'decline', failureCode: 'insufficient_funds' },
  '400000-0002': { kind: 'decline', failureCode: 'do_not_honor' },
  '400000-0069': { kind: 'decline', failureCode: 'expired_card' },
  '400000-0119': { kind: 'error_once' },
  '400000-0127': { kind: 'timeout', approves: true },
  '400000-0135': { kind: 'timeout', approves: false },
  '400000-0259': { kind: 'approve', chargesBack: true },
};

export const behaviourOf = ({ firstSixDigits, lastFourDigits }: CardReference): SandboxBehaviour =>
  BEHAVIOURS[`${firstSixDigits}-${lastFourDigits}`] ?? APPROVE;
