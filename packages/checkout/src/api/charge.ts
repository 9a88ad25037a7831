/** In the order in which the page offers them: what most people pay with comes first. */
export const PAYMENT_METHODS = ['pix', 'credit_card', 'debit_card', 'boleto'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const isCard = (method: PaymentMethod): boolean => method === 'credit_card' || method === 'debit_card';

export type ChargeStatus =
  | 'pending'
  | 'authorized'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'
  | 'voided'
  | 'failed'
  | 'expired'
  | 'chargeback';

export interface CardDetails {
  readonly brand: string;
  readonly first_six_digits: string;
  readonly last_four_digits: string;
}

export interface PixDetails {
  readonly qr_code: string | null;
  readonly qr_code_url: string | null;
  readonly expires_at: string;
}

export interface BoletoDetails {
  readonly line: string | null;
  readonly url: string | null;
  /** YYYY-MM-DD */
  readonly due_at: string;
}

interface AnyCharge {
  readonly id: string;
  readonly status: ChargeStatus;
  /** Centavos. */
  readonly amount: number;
  readonly installments: number;
  readonly failure_code: string | null;
  readonly created_at: string;
  readonly redirect_url: string | null;
}

export type CardCharge = AnyCharge & {
  readonly payment_method: 'credit_card' | 'debit_card';
  readonly payment_details: CardDetails;
};
export type PixCharge = AnyCharge & { readonly payment_method: 'pix'; readonly payment_details: PixDetails };
export type BoletoCharge = AnyCharge & { readonly payment_method: 'boleto'; readonly payment_details: BoletoDetails };

/** A charge as whoever pays it may see it. */
export type Charge = CardCharge | PixCharge | BoletoCharge;

/** What a charge is to whoever pays it. */
export type Outcome = 'open' | 'paid' | 'ended';

const OUTCOMES: Readonly<Record<ChargeStatus, Outcome>> = {
  pending: 'open',
  authorized: 'paid',
  captured: 'paid',
  partially_refunded: 'paid',
  chargeback: 'paid',
  refunded: 'ended',
  voided: 'ended',
  failed: 'ended',
  expired: 'ended',
};

export const outcomeOf = ({ status }: Charge): Outcome => OUTCOMES[status];

/** Whether there is a code to pay with. A charge is shown as soon as it is made, and its code can come later. */
export function hasCode(charge: PixCharge | BoletoCharge): boolean {
  return charge.payment_method === 'pix'
    ? charge.payment_details.qr_code !== null
    : charge.payment_details.line !== null;
}
