import { allocate, sumOf } from './allocate.js';
import type { Centavos } from './centavos.js';

/** How finely a percentage is counted: hundredths of a percent in the whole. */
const HUNDREDTHS_PER_WHOLE = 10_000n;

/** One line of the division of a charge, as far as money is concerned; the names are those of the API's `splits`. */
export interface SplitLine {
  readonly recipient_id: string;
  readonly type: 'percentage' | 'flat';
  /** Percent with at most two decimals, or whole centavos; not negative. */
  readonly amount: number;
  readonly charge_processing_fee: boolean;
  readonly charge_remainder: boolean;
}

/** Among whom a charge is divided. */
export interface Division {
  /** Null or none: it is all the owner's. Each recipient at most once, at most one line with `charge_remainder`. */
  readonly splits: readonly SplitLine[] | null;
  /** The charge's submerchant, else its merchant. */
  readonly ownerId: string;
}

/** One recipient's share of a charge's total. */
export interface ChargePart {
  readonly recipientId: string;
  /** Centavos, above zero; the parts of a charge add up to its total. */
  readonly amount: Centavos;
  /** Whether it is the part of the charge's owner, who pays the fee when no part is flagged to. */
  readonly isOwner: boolean;
  /** Whether the part is flagged to pay the processing fee, alone or in proportion with others so flagged. */
  readonly paysFee: boolean;
}

/** The lines of a division add up to more than what is to be divided. */
export class PartsExceedTotalError extends Error {
  override readonly name = 'PartsExceedTotalError';
}

/** The processing fee would take all, or more than all, of a part that is to pay it. */
export class FeeNotCoveredError extends Error {
  override readonly name = 'FeeNotCoveredError';
}

/**
 * Divides a charge's total: a percentage line gets `floor(total · percent / 100)`, a flat line its amount, and what remains goes
 * to the line with `charge_remainder`, else to the owner, on top of its line when it has one. Who gets nothing has no part.
 * @param total centavos, above zero
 * @returns the parts in the order of the lines, an owner without a line last; they add up to the total
 * @throws PartsExceedTotalError when the lines add up to more than the total
 * @throws RangeError when the total or a line is out of its range
 */
export function partsOf(total: Centavos, { splits, ownerId }: Division): ChargePart[] {
  if (total <= 0n) throw new RangeError(`${total} cannot be divided`);
  const lines = withOwnerLine(splits ?? [], ownerId);
  const amounts = lines.map((line) => amountOf(line, total));
  const remainder = total - sumOf(amounts);
  if (remainder < 0n) throw new PartsExceedTotalError(`the lines exceed the total of ${total} by ${-remainder}`);

  const flagged = lines.findIndex((line) => line.charge_remainder);
  const takesRemainder = flagged >= 0 ? flagged : lines.findIndex((line) => line.recipient_id === ownerId);
  return lines
    .map((line, index) => ({
      recipientId: line.recipient_id,
      amount: amounts[index]! + (index === takesRemainder ? remainder : 0n),
      isOwner: line.recipient_id === ownerId,
      paysFee: line.charge_processing_fee,
    }))
    .filter(({ amount }) => amount > 0n);
}

/**
 * The gross of each part when a charge is captured, in full or in part: in proportion to the parts.
 * @param captured centavos, not negative, at most what the parts add up to
 * @returns centavos per part, in their order; they add up to what was captured
 * @throws RangeError when more is captured than the parts add up to, or less than nothing
 */
export function grossOfParts(captured: Centavos, parts: readonly ChargePart[]): Centavos[] {
  const amounts = parts.map(({ amount }) => amount);
  const total = sumOf(amounts);
  if (captured > total) throw new RangeError(`${captured} captured of ${total}`);
  return allocate(captured, amounts);
}

/**
 * Divides the processing fee in proportion to their gross over the parts that pay it: those flagged; when there are none, the
 * owner; when it has no part, all.
 * @param fee centavos, not negative
 * @param gross centavos per part, of {@link grossOfParts}
 * @returns centavos per part, in their order; they add up to the fee, and each that is not zero is less than its part's gross
 * @throws FeeNotCoveredError when a part's fee would not be less than its gross
 * @throws RangeError when the fee is negative
 */
export function feesOfParts(fee: Centavos, parts: readonly ChargePart[], gross: readonly Centavos[]): Centavos[] {
  if (fee === 0n) return parts.map(() => 0n);
  const pays = feePayers(parts);
  const payingGross = gross.map((amount, index) => (pays[index] ? amount : 0n));
  const covered = sumOf(payingGross);
  if (covered <= fee) throw new FeeNotCoveredError(`${covered} does not cover the fee of ${fee}`);

  const fees = allocate(fee, payingGross);
  const short = fees.findIndex((part, index) => part > 0n && part >= gross[index]!);
  if (short >= 0) throw new FeeNotCoveredError(`a part of ${gross[short]} does not cover the fee of ${fees[short]}`);
  return fees;
}

/** The owner may get the remainder, so it needs a line; an empty one is dropped in the end. */
function withOwnerLine(splits: readonly SplitLine[], ownerId: string): readonly SplitLine[] {
  if (splits.some(({ recipient_id }) => recipient_id === ownerId)) return splits;
  const empty = { type: 'flat', amount: 0, charge_processing_fee: false, charge_remainder: false } as const;
  return [...splits, { recipient_id: ownerId, ...empty }];
}

function amountOf({ type, amount }: SplitLine, total: Centavos): Centavos {
  if (type === 'percentage') return (total * hundredthsOf(amount)) / HUNDREDTHS_PER_WHOLE;
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no amount of centavos`);
  return BigInt(amount);
}

/**
 * A percentage as a whole number of hundredths of a percent. Dividing it again shows whether it says the same: division rounds to
 * the nearest floating-point number, which is also what a literal of two decimals is read as.
 */
function hundredthsOf(percent: number): bigint {
  const hundredths = Math.round(percent * 100);
  const isExact = Number.isSafeInteger(hundredths) && hundredths / 100 === percent;
  if (!isExact || hundredths < 0) throw new RangeError(`${percent} is no percentage of at most two decimals`);
  return BigInt(hundredths);
}

function feePayers(parts: readonly ChargePart[]): boolean[] {
  if (parts.some(({ paysFee }) => paysFee)) return parts.map(({ paysFee }) => paysFee);
  if (parts.some(({ isOwner }) => isOwner)) return parts.map(({ isOwner }) => isOwner);
  return parts.map(() => true);
}
