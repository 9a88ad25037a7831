import type { FailureCode } from '../../failure-codes.js';
import type { CardBrand, PaymentMethod, ProductType } from '../../payment-methods.js';
import type { ChargeStatus } from '../../states/charge.states.js';
import type { ChargeAddress, ChargeCustomer, ChargeItem, ChargeMetadata, ChargeSplit } from './charge-parts.js';

export interface ChargeCard {
  readonly brand: CardBrand;
  readonly first_six_digits: string;
  readonly last_four_digits: string;
}

/** `qr_code`, `qr_code_url` and `txid` are null when the acquirer could not make a code: the charge has failed. */
export interface ChargePix {
  readonly qr_code: string | null;
  readonly qr_code_url: string | null;
  readonly txid: string | null;
  /** ISO 8601 */
  readonly expires_at: string;
}

/** `line`, `barcode` and `url` are null when the acquirer could not register it: the charge has failed. */
export interface ChargeBoleto {
  readonly line: string | null;
  readonly barcode: string | null;
  readonly url: string | null;
  /** YYYY-MM-DD */
  readonly due_at: string;
  readonly instructions: string | null;
}

/** The part of a charge that is written once and can be wide; kept apart from the narrow row that changes. */
export interface ChargeDetails {
  readonly currency: string;
  readonly installments: number;
  /** By payment method exactly one of `card`, `pix` and `boleto` is there. */
  readonly card: ChargeCard | null;
  readonly pix: ChargePix | null;
  readonly boleto: ChargeBoleto | null;
  readonly customer: ChargeCustomer;
  readonly items: readonly ChargeItem[];
  readonly splits: readonly ChargeSplit[] | null;
  readonly billing_address: ChargeAddress | null;
  readonly shipping_address: ChargeAddress | null;
  readonly metadata: ChargeMetadata | null;
  readonly soft_descriptor: string | null;
  readonly product_type: ProductType;
}

/** A charge as PostgreSQL holds it (`payments.published_charges`). */
export interface ChargeRecord {
  readonly id: string;
  readonly merchant_id: string;
  readonly submerchant_id: string | null;
  readonly payment_link_id: string | null;
  readonly amount: bigint;
  readonly shipping_amount: bigint;
  readonly authorized_amount: bigint;
  readonly captured_amount: bigint;
  readonly refunded_amount: bigint;
  readonly status: ChargeStatus;
  readonly sequence: number;
  readonly payment_method: PaymentMethod;
  readonly authorization_code: string | null;
  readonly nsu: string | null;
  readonly end_to_end_id: string | null;
  readonly acquirer_name: string | null;
  readonly external_id: string | null;
  readonly failure_code: FailureCode | null;
  readonly failure_message: string | null;
  readonly authorized_at: Date | null;
  readonly captured_at: Date | null;
  readonly refunded_at: Date | null;
  readonly voided_at: Date | null;
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly details: ChargeDetails;
}

/** A refund as PostgreSQL holds it (`payments.published_refunds`). */
export interface RefundRecord {
  readonly id: string;
  readonly charge_id: string;
  readonly amount: bigint;
  readonly reason: string | null;
  readonly created_at: Date;
}
