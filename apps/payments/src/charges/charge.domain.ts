import type { ChargeRecord, FeeRate, SubmerchantWallets } from '@centavo/contracts';

/** What was agreed when a charge was made and is nobody else's business: how to charge it and what it costs the merchant. */
export interface ChargeTerms {
  /** Of a card. */
  readonly token: string | null;
  /** False: authorize now, capture when asked. */
  readonly capture: boolean;
  readonly fee: FeeRate;
  /** Null when it names no submerchant, absent in charges of before there were any. */
  readonly submerchantWallets?: SubmerchantWallets | null;
}

/** A charge with its terms, as payments works with it. */
export interface ChargeState extends ChargeRecord {
  readonly terms: ChargeTerms;
  /** Counts every write. What was decided on one version is not written over another. */
  readonly version: number;
  /** The outbox row that carries its last event. */
  readonly outbox_id: string;
  /** What became of a chargeback; null without one. */
  readonly dispute: 'open' | 'won' | 'lost' | null;
}

export type NewCharge = Omit<ChargeState, 'outbox_id'>;

/** Centavos that are authorized, captured, split and refunded. */
export const totalAmountOf = (charge: Pick<ChargeRecord, 'amount' | 'shipping_amount'>): bigint =>
  charge.amount + charge.shipping_amount;

/** Centavos of a charge that are still the merchant's. */
export const refundableAmountOf = (charge: Pick<ChargeRecord, 'captured_amount' | 'refunded_amount'>): bigint =>
  charge.captured_amount - charge.refunded_amount;

/** Whether somebody else than a card issuer pays, when they like: a Pix code or a boleto. */
export const isPaidByCode = ({ payment_method }: Pick<ChargeRecord, 'payment_method'>): boolean =>
  payment_method === 'pix' || payment_method === 'boleto';
