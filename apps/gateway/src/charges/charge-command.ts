import type { MerchantCommand } from '@centavo/contracts';
import type { MerchantContext } from '../auth/caller.js';

/** What every command about one charge says; the charge's id is also its key on the bus. */
export const chargeCommand = <Body>(
  { merchantId, idempotency }: MerchantContext,
  chargeId: string,
  body: Body,
): MerchantCommand<Body> & { readonly charge_id: string } => ({
  merchant_id: merchantId,
  charge_id: chargeId,
  idempotency,
  body,
});
