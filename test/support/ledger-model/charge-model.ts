import type { ChargeStatus, ReceivableStatus } from '@centavo/contracts';
import { divide, feeTaken, inEqualParts, percentage, processingFee, total } from './rules.js';
import type { Owner } from './wallet-model.js';

/** Fees of a new merchant, in basis points, by the number of installments. */
const CARD_BPS = [0, 299, 349, 349];
const PIX_BPS = 99;

/** How a charge is divided: one line, for whoever is not the owner or for the owner itself. */
export interface Division {
  readonly owner: Owner;
  readonly line: null | {
    readonly recipient: Owner;
    readonly type: 'percentage' | 'flat';
    /** Hundredths of a percent, or centavos. */
    readonly amount: number;
    readonly paysFee: boolean;
    readonly takesRemainder: boolean;
  };
}

export interface ChargeTerms {
  readonly method: 'credit_card' | 'pix';
  readonly installments: number;
  readonly amount: number;
  readonly shipping: number;
  readonly division: Division;
}

interface Part {
  readonly owner: Owner;
  readonly amount: number;
  readonly paysFee: boolean;
}

/** What one owner is owed of one installment. */
export interface ModelReceivable {
  /** Of the platform, once it is known. */
  id: string;
  /** The day on which it is due, once it is known: when that is, others test. */
  dueOn: string;
  readonly chargeId: string;
  readonly owner: Owner;
  readonly installment: number;
  status: ReceivableStatus;
  anticipationId: string | null;
  /** As it is shown. */
  gross: number;
  fee: number;
  grossLeft: number;
  feeLeft: number;
  /** Of its net, by a chargeback. */
  held: number;
}

export const netLeft = ({ grossLeft, feeLeft }: ModelReceivable): number => grossLeft - feeLeft;

/** What a refund takes from a receivable. */
export interface Take {
  readonly receivable: ModelReceivable;
  readonly gross: number;
  readonly fee: number;
}

export class ChargeModel {
  readonly total: number;
  status: ChargeStatus = 'pending';
  captured = 0;
  refunded = 0;
  /** A dispute that is lost leaves the charge as it is, but it is over. */
  isDisputed = false;
  readonly refundIds: string[] = [];
  receivables: ModelReceivable[] = [];

  constructor(
    readonly id: string,
    readonly terms: ChargeTerms,
  ) {
    this.total = totalOf(terms);
  }

  get refundable(): number {
    return this.captured - this.refunded;
  }

  /** Captures so much of it. */
  capture(amount: number): void {
    const shares = sharesOf(this.terms, amount);
    if (shares === 'amount_below_fee') throw new Error('the platform captured what does not cover its fee');
    this.status = 'captured';
    this.captured = amount;
    this.receivables = shares.flatMap(({ owner, gross, fee }) => this.#inInstallments(owner, gross, fee));
  }

  /** What a refund takes, from which receivables. */
  takesOf(amount: number): Take[] {
    const recipients = [
      ...Map.groupBy(
        this.receivables.filter(({ grossLeft }) => grossLeft > 0),
        ({ owner }) => owner,
      ),
    ];
    const shares = divide(
      amount,
      recipients.map(([, own]) => total(own.map(({ grossLeft }) => grossLeft))),
    );
    return recipients.flatMap(([, own], index) => takesFrom(own, shares[index]!));
  }

  #inInstallments(owner: Owner, gross: number, fee: number): ModelReceivable[] {
    if (gross === 0) return [];
    const amounts = inEqualParts(gross, this.terms.installments);
    const fees = divide(fee, amounts);
    const receivables = amounts.map((amount, index) => ({
      id: '',
      dueOn: '',
      chargeId: this.id,
      owner,
      installment: index + 1,
      status: 'pending' as const,
      anticipationId: null,
      gross: amount,
      fee: fees[index]!,
      grossLeft: amount,
      feeLeft: fees[index]!,
      held: 0,
    }));
    return receivables.filter((receivable) => receivable.gross > 0);
  }
}

const totalOf = ({ amount, shipping }: ChargeTerms): number => amount + shipping;

/** Why a charge cannot be made; undefined when it can. */
export function obstacleOf(terms: ChargeTerms): string | undefined {
  if (!partsOf(terms)) return 'split_exceeds_amount';
  return sharesOf(terms, totalOf(terms)) === 'amount_below_fee' ? 'amount_below_fee' : undefined;
}

/** What each part gets of a capture, and its fee. */
export function sharesOf(terms: ChargeTerms, captured: number) {
  const parts = partsOf(terms)!;
  const fee = processingFee(captured, terms.method === 'pix' ? PIX_BPS : CARD_BPS[terms.installments]!);
  const gross = divide(
    captured,
    parts.map(({ amount }) => amount),
  );
  const paying = parts.map(({ paysFee }, index) => (paysFee ? gross[index]! : 0));
  if (fee > 0 && total(paying) <= fee) return 'amount_below_fee';
  const fees = fee > 0 ? divide(fee, paying) : parts.map(() => 0);
  if (fees.some((each, index) => each > 0 && each >= gross[index]!)) return 'amount_below_fee';
  return parts.map(({ owner }, index) => ({ owner, gross: gross[index]!, fee: fees[index]! }));
}

/** Those who get something; undefined when the line is more than there is. */
function partsOf(terms: ChargeTerms): Part[] | undefined {
  const { owner, line } = terms.division;
  const whole = totalOf(terms);
  if (!line) return [{ owner, amount: whole, paysFee: true }];
  const own = line.type === 'flat' ? line.amount : percentage(whole, line.amount);
  const rest = whole - own;
  if (rest < 0) return undefined;
  const takesRest = line.takesRemainder || line.recipient === owner;
  const flagged = { owner: line.recipient, amount: takesRest ? whole : own, paysFee: line.paysFee };
  const parts = [flagged, { owner, amount: takesRest ? 0 : rest, paysFee: false }].filter(({ amount }) => amount > 0);
  return withPayers(parts, owner);
}

/** The fee is paid by those who are flagged, else by the owner, else by all. */
function withPayers(parts: readonly Part[], owner: Owner): Part[] {
  if (parts.some(({ paysFee }) => paysFee)) return [...parts];
  const hasOwner = parts.some((part) => part.owner === owner);
  return parts.map((part) => ({ ...part, paysFee: !hasOwner || part.owner === owner }));
}

/** What is not yet paid out first, then the latest first. */
function takesFrom(receivables: readonly ModelReceivable[], share: number): Take[] {
  const inOrder = receivables.toSorted(
    (a, b) => Number(b.status === 'pending') - Number(a.status === 'pending') || b.dueOn.localeCompare(a.dueOn),
  );
  let open = share;
  const takes: Take[] = [];
  for (const receivable of inOrder) {
    const gross = Math.min(open, receivable.grossLeft);
    if (gross === 0) continue;
    open -= gross;
    takes.push({ receivable, gross, fee: feeTaken(receivable.feeLeft, gross, receivable.grossLeft) });
  }
  return takes;
}
