import type { IdempotencyRequest } from '@centavo/contracts';

/** A capture, void, refund or expiry that is under way: all that a successor needs to finish it. Kept as JSON. */
export interface ChargeOperation {
  readonly kind: 'capture' | 'void' | 'refund' | 'expire';
  /** The acquirer's reference of this operation; of a refund its id. */
  readonly reference: string;
  /** Centavos as text: captured, refunded or released. */
  readonly amount: string;
  /** Of a refund. */
  readonly reason: string | null;
  /** Whose answer it will be; null for what nobody asked for. */
  readonly request: IdempotencyRequest | null;
}

/** What its answer says. */
export const DONE: Readonly<Record<ChargeOperation['kind'], string>> = {
  capture: 'Charge captured.',
  void: 'Charge voided.',
  refund: 'Charge refunded.',
  expire: 'Charge expired.',
};
