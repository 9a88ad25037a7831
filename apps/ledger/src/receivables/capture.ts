import { startOfDaySaoPaulo } from '@centavo/brazil';
import type { Charge, EventPayload, FeeRate } from '@centavo/contracts';
import { causedBy, type MessageHeaders, type ReceivedMessage } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import type { JournalTransaction } from '../journal/post-transactions.js';
import { postingLines } from '../journal/postings.domain.js';
import { receivablesOf, type ChargePart } from './receivables.domain.js';
import type { ReceivableState } from './receivables.sql.js';

/** All that follows from one `charge.captured`, worked out and ready to be written. */
export interface Capture {
  readonly journal: JournalTransaction;
  readonly receivables: readonly ReceivableState[];
  /** What the receivables' events carry of the charge's. */
  readonly headers: MessageHeaders;
}

/**
 * Works out a capture. Touches nothing.
 * @param outboxId the outbox row that will carry the receivables' events
 * @throws Error when the event is not one of a captured charge with its fee: it can never be posted
 */
export function captureOf(message: ReceivedMessage<EventPayload<Charge>>, now: Date, outboxId: string): Capture {
  const charge = message.payload.data;
  if (!charge.captured_at) throw new Error(`charge ${charge.id} says it is captured but not when`);
  if (charge.captured_amount <= 0) throw new Error(`charge ${charge.id} says it is captured but captured nothing`);
  const terms = receivablesOf({
    capturedAmount: BigInt(charge.captured_amount),
    capturedAt: new Date(charge.captured_at),
    paymentMethod: charge.payment_method,
    installments: charge.installments,
    feeRate: feeRateOf(message.headers),
    parts: partsOf(charge),
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
    headers: causedBy(message),
  };
}

/** Who gets which part of the total. Without splits it is all the owner's. */
function partsOf(charge: Charge): ChargePart[] {
  const owner = charge.submerchant_id ?? charge.merchant_id;
  return [{ recipientId: owner, amount: BigInt(charge.total_amount), isOwner: true, paysFee: false }];
}

function feeRateOf({ feeBps, feeFixed }: MessageHeaders): FeeRate {
  if (!isAmount(feeBps) || !isAmount(feeFixed)) throw new Error('the event does not carry the fee that was agreed');
  return { bps: Number(feeBps), fixed: Number(feeFixed) };
}

const isAmount = (text: string | undefined): text is string => text !== undefined && /^\d{1,13}$/.test(text);
