import {
  addDays,
  nextBusinessDay,
  parseLocalDate,
  saoPauloDateOf,
  startOfDaySaoPaulo,
  type LocalDate,
} from '@centavo/brazil';
import {
  DomainError,
  PIX_EXPIRES_IN,
  type BoletoDetailsDto,
  type CreateChargeCommand,
  type CreditCardDetailsDto,
  type DebitCardDetailsDto,
  type PixDetailsDto,
} from '@centavo/contracts';
import { CardDirectory } from '../../cards/card-directory.js';
import type { PaymentMeans } from './new-charge.domain.js';

/** A boleto can be paid until the end of the third day after it was due: banks take until then. */
const BOLETO_GRACE_DAYS = 3;
const BOLETO_DUE_BUSINESS_DAYS = 3;
const TOKEN_FIELD = 'payment_details.token';

/**
 * How the charge of a command is to be paid; codes are not made yet.
 * @throws DomainError `invalid_token`, `card_expired`; `validation_error` when a date has passed since the request was checked
 */
export async function paymentMeans(
  { body, merchant_id }: CreateChargeCommand,
  cards: CardDirectory,
  now: Date,
): Promise<PaymentMeans> {
  switch (body.payment_method) {
    case 'credit_card': {
      const { token, installments, capture } = body.payment_details as CreditCardDetailsDto;
      return {
        method: 'credit_card',
        card: await cards.find(token, merchant_id, TOKEN_FIELD),
        installments: installments ?? 1,
        capture: capture ?? true,
      };
    }
    case 'debit_card': {
      const { token } = body.payment_details as DebitCardDetailsDto;
      const card = await cards.find(token, merchant_id, TOKEN_FIELD);
      return { method: 'debit_card', card, installments: 1, capture: true };
    }
    case 'pix':
      return pixMeans(body.payment_details as PixDetailsDto, now);
    case 'boleto':
      return boletoMeans(body.payment_details as BoletoDetailsDto, now);
  }
}

function pixMeans({ expires_in, expires_at }: PixDetailsDto, now: Date): PaymentMeans {
  const expiresAt = expires_at
    ? new Date(expires_at)
    : new Date(now.getTime() + (expires_in ?? PIX_EXPIRES_IN.default) * 1000);
  const seconds = (expiresAt.getTime() - now.getTime()) / 1000;
  if (seconds < PIX_EXPIRES_IN.min) throw isTooEarly('payment_details.expires_at', 'at least a minute from now');
  return { method: 'pix', pix: { qr_code: null, qr_code_url: null, txid: null, expires_at: expiresAt.toISOString() } };
}

function boletoMeans({ due_at, instructions }: BoletoDetailsDto, now: Date): PaymentMeans {
  const today = saoPauloDateOf(now);
  const dueAt = due_at ? parseLocalDate(due_at) : businessDayAfter(today, BOLETO_DUE_BUSINESS_DAYS);
  if (dueAt < today) throw isTooEarly('payment_details.due_at', 'today or later');
  return {
    method: 'boleto',
    boleto: { line: null, barcode: null, url: null, due_at: dueAt, instructions: instructions ?? null },
    expiresAt: startOfDaySaoPaulo(addDays(dueAt, BOLETO_GRACE_DAYS + 1)),
  };
}

function businessDayAfter(date: LocalDate, count: number): LocalDate {
  return count === 0 ? date : businessDayAfter(nextBusinessDay(date), count - 1);
}

const isTooEarly = (field: string, bound: string): DomainError =>
  DomainError.invalidField(field, 'out_of_range', `${field} must be ${bound}`);
