import { startOfDaySaoPaulo } from '@centavo/brazil';
import type { Charge } from '@centavo/contracts';
import { causedBy } from '@centavo/messaging';
import { partsOf } from '@centavo/money';
import { newId } from '@centavo/runtime';
import type { Booking } from '../books/books.js';
import { feeRateOf, submerchantWalletsOf } from '../movements/charge-headers.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import type { NewWallet } from '../wallets/wallets.sql.js';
import { captureLines, settlementLines } from './receivable-lines.domain.js';
import { settle, type ReceivableState } from './receivable.domain.js';
import { receivablesOf, type ReceivableTerms } from './receivables.domain.js';

/** All that follows from one `charge.captured`, worked out and ready to be written. */
export interface Capture {
  readonly booking: Booking;
  /** The wallets of its submerchants, which may not be open yet: the news of a charge can overtake that of its submerchant. */
  readonly submerchantWallets: readonly NewWallet[];
}

/**
 * Works out a capture. What is due by now, as a Pix is, settles with it. Touches nothing.
 * @throws Error when the event is not one of a captured charge with its splits and its fee: it can never be posted
 */
export function captureOf(message: ChargeMessage, now: Date): Capture {
  const charge = message.payload.data;
  if (!charge.captured_at) throw new Error(`charge ${charge.id} says it is captured but not when`);
  if (charge.captured_amount <= 0) throw new Error(`charge ${charge.id} says it is captured but captured nothing`);
  const capturedAt = new Date(charge.captured_at);
  const terms = receivablesOf({
    capturedAmount: BigInt(charge.captured_amount),
    capturedAt,
    paymentMethod: charge.payment_method,
    installments: charge.installments,
    feeRate: feeRateOf(message.headers),
    parts: partsOf(BigInt(charge.total_amount), {
      splits: charge.splits,
      ownerId: charge.submerchant_id ?? charge.merchant_id,
    }),
  });
  const pending = terms.map((term) => newReceivable(charge, term, now));
  const due = pending.filter(({ original_settlement_date }) => original_settlement_date <= now);
  return {
    booking: {
      journal: {
        id: message.id,
        kind: 'capture',
        referenceId: charge.id,
        occurredAt: capturedAt,
        lines: [...pending.flatMap(captureLines), ...due.flatMap(settlementLines)],
      },
      receivables: [
        ...pending.map((after) => ({ before: null, after })),
        ...due.map((before) => ({ before, after: settle(before, now) })),
      ],
      cause: causedBy(message),
    },
    submerchantWallets: Object.entries(submerchantWalletsOf(message.headers)).map(([ownerId, id]) => ({
      id,
      merchantId: charge.merchant_id,
      ownerId,
      ownerType: 'submerchant',
    })),
  };
}

function newReceivable(charge: Charge, terms: ReceivableTerms, now: Date): ReceivableState {
  const { recipientId, installment, gross, fee, net, settlementDate } = terms;
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
    gross_left: gross,
    fee_left: fee,
    held_net: 0n,
    status: 'pending',
    payment_method: charge.payment_method,
    installment,
    settlement_date: settlesAt,
    original_settlement_date: settlesAt,
    anticipation_id: null,
    settled_at: null,
    created_at: now,
    sequence: 1,
    outbox_id: null,
  };
}
