import type { MerchantCommand } from '@centavo/contracts';
import type { MerchantContext } from '../auth/caller.js';

/** What every command about one payment link says; the link's id is also its key on the bus. */
export const paymentLinkCommand = <Body>(
  { merchantId, idempotency }: MerchantContext,
  paymentLinkId: string,
  body: Body,
): MerchantCommand<Body> & { readonly payment_link_id: string } => ({
  merchant_id: merchantId,
  payment_link_id: paymentLinkId,
  idempotency,
  body,
});
