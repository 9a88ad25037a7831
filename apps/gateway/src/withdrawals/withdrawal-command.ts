import type { MerchantCommand } from '@centavo/contracts';
import type { MerchantContext } from '../auth/caller.js';

/** What every command about one withdrawal says; the withdrawal's id is also its key on the bus. */
export const withdrawalCommand = (
  { merchantId, idempotency }: MerchantContext,
  withdrawalId: string,
): MerchantCommand<null> & { readonly withdrawal_id: string } => ({
  merchant_id: merchantId,
  withdrawal_id: withdrawalId,
  idempotency,
  body: null,
});
