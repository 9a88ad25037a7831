import { feeRateFor, type ChargeRecord, type CreateChargeCommand, type FeeRate } from '@centavo/contracts';
import type { CardReference } from '../cards/card-reference.js';

/** What was agreed when a charge was made and is nobody else's business: how to charge it and what it costs the merchant. */
export interface ChargeTerms {
  readonly token: string;
  readonly capture: boolean;
  readonly fee: FeeRate;
}

/** A charge with its terms, as payments works with it. `outbox_id` names the outbox row that carries its last event. */
export interface ChargeState extends ChargeRecord {
  readonly terms: ChargeTerms;
  readonly outbox_id: string;
}

/** Centavos that are authorized, captured, split and refunded. */
export const totalAmountOf = (charge: Pick<ChargeRecord, 'amount' | 'shipping_amount'>): bigint =>
  charge.amount + charge.shipping_amount;

/** A new charge, pending, as the command asks for it. */
export function newCharge(
  command: CreateChargeCommand,
  card: CardReference,
  now: Date,
): Omit<ChargeState, 'outbox_id'> {
  const { body } = command;
  const installments = body.payment_details.installments ?? 1;
  return {
    id: command.charge_id,
    merchant_id: command.merchant_id,
    submerchant_id: null,
    payment_link_id: null,
    payment_method: body.payment_method,
    amount: BigInt(body.amount),
    shipping_amount: BigInt(body.shipping_amount ?? 0),
    authorized_amount: 0n,
    captured_amount: 0n,
    refunded_amount: 0n,
    status: 'pending',
    sequence: 1,
    acquirer_name: null,
    external_id: null,
    authorization_code: null,
    nsu: null,
    failure_code: null,
    failure_message: null,
    authorized_at: null,
    captured_at: null,
    expires_at: null,
    created_at: now,
    updated_at: now,
    details: {
      currency: body.currency ?? 'BRL',
      card: {
        brand: card.brand,
        first_six_digits: card.firstSixDigits,
        last_four_digits: card.lastFourDigits,
        installments,
      },
      customer: pickCustomer(body.customer),
      items: body.items.map(({ name, quantity, unit_price, tangible }) => ({ name, quantity, unit_price, tangible })),
      metadata: body.metadata ?? null,
      soft_descriptor: body.soft_descriptor ?? null,
      product_type: body.product_type,
    },
    terms: {
      token: card.token,
      capture: body.payment_details.capture ?? true,
      fee: feeRateFor(command.fees, body.payment_method, installments),
    },
  };
}

/** Only the known fields: what else a body holds is ignored, never kept. */
function pickCustomer({
  name,
  email,
  tax_id,
  phone,
  type,
}: CreateChargeCommand['body']['customer']): ChargeRecord['details']['customer'] {
  return { name, email, tax_id, phone, type };
}
