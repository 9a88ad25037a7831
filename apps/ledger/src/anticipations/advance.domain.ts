import { daysBetween, saoPauloDateOf, type LocalDate } from '@centavo/brazil';
import { roundHalfUp, sumOf, type Centavos } from '@centavo/money';
import { netLeftOf, type ReceivableState } from '../receivables/receivable.domain.js';

/** On which day and at what price receivables are paid early. */
export interface AdvanceTerms {
  /** In São Paulo. */
  readonly today: LocalDate;
  /** Interest, basis points per month. */
  readonly monthlyRateBps: number;
}

/** A receivable that is paid early. `net = payout + interest`; the payout is above zero. */
export interface Advance {
  readonly receivable: ReceivableState;
  /** What is left of its net, in centavos. */
  readonly net: Centavos;
  readonly interest: Centavos;
  readonly payout: Centavos;
  /** From today to its own date. */
  readonly days: number;
}

/** Basis points of a whole times the days of the month that the rate is for. */
const BPS_DAYS_PER_MONTH = 300_000n;

/**
 * The interest of paying `net` so many days early: simple, by the day, for a month of 30 days.
 * @param net centavos, not negative
 * @param monthlyRateBps basis points per month
 * @param days not negative
 */
export const interestOf = (net: Centavos, monthlyRateBps: number, days: number): Centavos =>
  roundHalfUp(net * BigInt(monthlyRateBps) * BigInt(days), BPS_DAYS_PER_MONTH);

/** @returns what paying a receivable today would be, or in a sentence why it cannot be */
export function advanceOf(receivable: ReceivableState, { today, monthlyRateBps }: AdvanceTerms): Advance | string {
  if (receivable.status !== 'pending')
    return `The receivable is ${receivable.status}; only a pending one can be anticipated.`;
  const days = daysBetween(today, saoPauloDateOf(receivable.original_settlement_date));
  if (days <= 0) return 'The receivable is due today or earlier; it settles by itself.';
  const net = netLeftOf(receivable);
  const interest = interestOf(net, monthlyRateBps, days);
  if (interest >= net) return 'The interest would leave nothing of the receivable.';
  return { receivable, net, interest, payout: net - interest, days };
}

/** Those of the receivables that can be paid today. */
export const advancesOf = (receivables: readonly ReceivableState[], terms: AdvanceTerms): Advance[] =>
  receivables.map((receivable) => advanceOf(receivable, terms)).filter((advance) => typeof advance !== 'string');

/** What an anticipation shows of its advances together. */
export const totalsOf = (advances: readonly Advance[]) => ({
  total_gross_amount: sumOf(advances.map(({ net }) => net)),
  total_fee_amount: sumOf(advances.map(({ interest }) => interest)),
  total_net_amount: sumOf(advances.map(({ payout }) => payout)),
});

/** The latest own date of the receivables. @param advances at least one */
export const lastDateOf = (advances: readonly Advance[]): Date =>
  new Date(Math.max(...advances.map(({ receivable }) => receivable.original_settlement_date.getTime())));
