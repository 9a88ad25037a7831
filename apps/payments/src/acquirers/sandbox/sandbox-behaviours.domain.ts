import type { FailureCode } from '@centavo/contracts';

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

/** By the number of the card. */
const BEHAVIOURS: Readonly<Record<string, SandboxBehaviour>> = {
  '4000000000000028': { kind: 'decline', failureCode: 'card_declined' },
  '4000000000009995': { kind: 'decline', failureCode: 'insufficient_funds' },
  '4000000000000002': { kind: 'decline', failureCode: 'do_not_honor' },
  '4000000000000069': { kind: 'decline', failureCode: 'expired_card' },
  '4000000000000119': { kind: 'error_once' },
  '4000000000000127': { kind: 'timeout', approves: true },
  '4000000000000135': { kind: 'timeout', approves: false },
  '4000000000000259': { kind: 'approve', chargesBack: true },
};

export const behaviourOf = (number: string): SandboxBehaviour =>
  Object.hasOwn(BEHAVIOURS, number) ? BEHAVIOURS[number]! : APPROVE;
