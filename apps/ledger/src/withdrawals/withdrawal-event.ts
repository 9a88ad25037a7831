import { presentWithdrawal, type Withdrawal } from '@centavo/contracts';
import { eventMessage, type AddressedMessage, type MessageHeaders } from '@centavo/messaging';
import type { WithdrawalState } from './withdrawal.domain.js';

/** The event that says which status a withdrawal has just entered, with the whole withdrawal. */
export const withdrawalEvent = (
  withdrawal: WithdrawalState,
  cause: MessageHeaders,
  presented: Withdrawal = presentWithdrawal(withdrawal),
): AddressedMessage =>
  eventMessage({
    service: 'ledger',
    event: `withdrawal.${withdrawal.status}`,
    occurredAt: presented.updated_at,
    sequence: withdrawal.sequence,
    data: presented,
    key: withdrawal.id,
    attributes: { merchantId: withdrawal.merchant_id, resourceId: withdrawal.id },
    cause,
  });
