import {
  feeRateFor,
  type AddressDto,
  type ChargeAddress,
  type ChargeBoleto,
  type ChargePix,
  type ChargeSplit,
  type CreateChargeCommand,
  type CreateChargeDto,
} from '@centavo/contracts';
import type { CardReference } from '../../cards/card-reference.js';
import { walletsOf, type Submerchants } from '../charge-parties.domain.js';
import type { NewCharge } from '../charge.domain.js';

/** How a new charge is to be paid; what its method needs of the body, worked out. */
export type PaymentMeans =
  | {
      readonly method: 'credit_card' | 'debit_card';
      readonly card: CardReference;
      readonly installments: number;
      readonly capture: boolean;
    }
  | { readonly method: 'pix'; readonly pix: ChargePix }
  | { readonly method: 'boleto'; readonly boleto: ChargeBoleto; readonly expiresAt: Date };

/** A new charge, pending, as the command asks for it. @param submerchants those that it names */
export function newCharge(
  command: CreateChargeCommand,
  means: PaymentMeans,
  submerchants: Submerchants,
  now: Date,
): NewCharge {
  const { body } = command;
  const installments = 'installments' in means ? means.installments : 1;
  return {
    id: command.charge_id,
    merchant_id: command.merchant_id,
    submerchant_id: body.submerchant_id?.toLowerCase() ?? null,
    payment_link_id: null,
    payment_method: body.payment_method,
    amount: BigInt(body.amount),
    shipping_amount: BigInt(body.shipping_amount ?? 0),
    authorized_amount: 0n,
    captured_amount: 0n,
    refunded_amount: 0n,
    status: 'pending',
    sequence: 1,
    version: 1,
    dispute: null,
    acquirer_name: null,
    external_id: null,
    authorization_code: null,
    nsu: null,
    end_to_end_id: null,
    failure_code: null,
    failure_message: null,
    authorized_at: null,
    captured_at: null,
    refunded_at: null,
    voided_at: null,
    expires_at: expiryOf(means),
    created_at: now,
    updated_at: now,
    details: {
      currency: body.currency ?? 'BRL',
      installments,
      card: 'card' in means ? cardOf(means.card) : null,
      pix: 'pix' in means ? means.pix : null,
      boleto: 'boleto' in means ? means.boleto : null,
      customer: pickCustomer(body.customer),
      items: body.items.map(({ name, quantity, unit_price, tangible }) => ({ name, quantity, unit_price, tangible })),
      splits: body.splits?.map(splitOf) ?? null,
      billing_address: addressOf(body.billing_address),
      shipping_address: addressOf(body.shipping_address),
      metadata: body.metadata ?? null,
      soft_descriptor: body.soft_descriptor ?? null,
      product_type: body.product_type,
    },
    terms: {
      token: 'card' in means ? means.card.token : null,
      capture: 'capture' in means ? means.capture : true,
      fee: feeRateFor(command.fees, body.payment_method, installments),
      submerchantWallets: walletsOf(submerchants),
    },
  };
}

/** A card's authorization expires, and only once there is one. */
function expiryOf(means: PaymentMeans): Date | null {
  if (means.method === 'pix') return new Date(means.pix.expires_at);
  return means.method === 'boleto' ? means.expiresAt : null;
}

const cardOf = ({ brand, firstSixDigits, lastFourDigits }: CardReference) => ({
  brand,
  first_six_digits: firstSixDigits,
  last_four_digits: lastFourDigits,
});

/** Only the known fields: what else a body holds is ignored, never kept. */
const pickCustomer = ({ name, email, tax_id, phone, type }: CreateChargeDto['customer']) => ({
  name,
  email,
  tax_id,
  phone,
  type,
});

const splitOf = (split: NonNullable<CreateChargeDto['splits']>[number]): ChargeSplit => ({
  recipient_id: split.recipient_id.toLowerCase(),
  type: split.type,
  amount: split.amount,
  liable: split.liable ?? false,
  charge_processing_fee: split.charge_processing_fee ?? false,
  charge_remainder: split.charge_remainder ?? false,
});

function addressOf(address: AddressDto | null | undefined): ChargeAddress | null {
  if (!address) return null;
  const { street, number, complement, neighborhood, city, state, zip_code, country } = address;
  return {
    street,
    number,
    complement: complement ?? null,
    neighborhood,
    city,
    state,
    zip_code,
    country: country ?? 'BR',
  };
}
