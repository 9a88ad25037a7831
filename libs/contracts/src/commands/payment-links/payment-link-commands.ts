import type { FeeTable } from '../../fees.js';
import type { MerchantCommand } from '../merchant-command.js';
import type { CreatePaymentLinkDto } from './create-payment-link.dto.js';
import type { PayLinkDto } from './pay-link.dto.js';
import type { UpdatePaymentLinkDto } from './update-payment-link.dto.js';

interface PaymentLinkCommand<Body> extends MerchantCommand<Body> {
  readonly payment_link_id: string;
}

/** The gateway allocates `payment_link_id`. */
export interface CreatePaymentLinkCommand extends PaymentLinkCommand<CreatePaymentLinkDto> {
  /** The API key that asks. */
  readonly created_by: string;
}

export type UpdatePaymentLinkCommand = PaymentLinkCommand<UpdatePaymentLinkDto>;
export type DeactivatePaymentLinkCommand = PaymentLinkCommand<null>;

/**
 * Nobody's credentials stand behind it: the link's merchant is the gateway's word, as is the fee table that holds. `charge_id`, too, is the
 * gateway's, and the key on the bus, so that payers of one link do not wait for each other's Pix codes.
 */
export interface PayLinkCommand extends PaymentLinkCommand<PayLinkDto> {
  readonly charge_id: string;
  readonly fees: FeeTable;
  /** Where it is not, only who was answered before gets an answer but `payment_link_unavailable`. */
  readonly merchant_is_active: boolean;
}
