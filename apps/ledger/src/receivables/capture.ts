import { startOfDaySaoPaulo } from '@centavo/brazil';
import { causedBy, type MessageHeaders } from '@centavo/messaging';
import { partsOf } from '@centavo/money';
import { newId } from '@centavo/runtime';
import type { JournalTransaction } from '../journal/post-transactions.js';
import { postingLines } from '../journal/postings.domain.js';
import { feeRateOf, submerchantWalletsOf } from '../movements/charge-headers.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import type { NewWallet } from '../wallets/wallets.sql.js';
import { receivablesOf } from './receivables.domain.js';
import type { ReceivableState } from './receivables.sql.js';

/** All that follows from one `charge.captured`, worked out and ready to be written. */
export interface Capture {
  readonly journal: JournalTransaction;
  readonly receivables: readonly ReceivableState[];
  /** The wallets of its submerchants, which may not be open yet: the news of a charge can overtake that of its submerchant. */
  readonly submerchantWallets: readonly NewWallet[];
  /** What the receivables' events carry of the charge's. */
  readonly headers: MessageHeaders;
}

/**
 * Works out a capture. Touches nothing.
 * @param outboxId the outbox row that will carry the receivables' events
 * @throws Error when the event is not one of a captured charge with its splits and its fee: it can never be posted
 */
export function captureOf(message: ChargeMessage, now: Date, outboxId: string): Capture {
  const charge = message.payload.data;
  if (!charge.captured_at) throw new Error(`charge ${charge.id} says it is captured but not when`);
  if (charge.captured_amount <= 0) throw new Error(`charge ${charge.id} says it is captured but captured nothing`);
  const terms = receivablesOf({
    capturedAmount: BigInt(charge.captured_amount),
    capturedAt: new Date(charge.captured_at),
    paymentMethod: charge.payment_method,
    installments: charge.installments,
    feeRate: feeRateOf(message.headers),
    parts: partsOf(BigInt(charge.total_amount), {
      splits: charge.splits,
      ownerId: charge.submerchant_id ?? charge.merchant_id,
    }),
  });
  const receivables = terms.map(({ recipientId, installment, gross, fee, net, settlementDate }): ReceivableState => {
    const settlesAt = startOfDaySaoPaulo(settlementDate);
    return {
      id: newId(),
      charge_id: charge.id,
      merchant_id: charge.merchant_id,
      submerchant_id: recipientId === charge.merchant_id ? null : recipientId,
      recipient_id: recipientId,
      gross_amount: gross,
      fee_amount: fee,
      net_amount: net,
      status: 'pending',
      payment_method: charge.payment_method,
      installment,
      settlement_date: settlesAt,
      original_settlement_date: settlesAt,
      anticipation_id: null,
      settled_at: null,
      created_at: now,
      sequence: 1,
      outbox_id: outboxId,
    };
  });
  return {
    journal: {
      id: message.id,
      kind: 'capture',
      referenceId: charge.id,
      occurredAt: new Date(charge.captured_at),
      lines: receivables.flatMap((receivable) => postingLines('capture', receivable)),
    },
    receivables,
    submerchantWallets: Object.entries(submerchantWalletsOf(message.headers)).map(([ownerId, id]) => ({
      id,
      merchantId: charge.merchant_id,
      ownerId,
      ownerType: 'submerchant',
    })),
    headers: causedBy(message),
  };
}
