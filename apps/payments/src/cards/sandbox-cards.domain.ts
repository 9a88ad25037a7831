import type { CardBrand } from '@centavo/contracts';
import type { CardReference } from './card-reference.js';

/** Test cards that any merchant of a sandbox may charge by token: curl alone can pay. Only first six and last four are needed. */
const SANDBOX_CARDS: Readonly<Record<string, readonly [CardBrand, firstSix: string, lastFour: string]>> = {
  tok_visa: ['visa', '424242', '4242'],
  tok_mastercard: ['mastercard', '555555', '4444'],
  tok_elo: ['elo', '636297', '7013'],
  tok_amex: ['amex', '378282', '0005'],
  tok_hipercard: ['hipercard', '606282', '4001'],
  tok_card_declined: ['visa', '400000', '0028'],
  tok_insufficient_funds: ['visa', '400000', '9995'],
  tok_do_not_honor: ['visa', '400000', '0002'],
  tok_expired_card: ['visa', '400000', '0069'],
  tok_acquirer_error_once: ['visa', '400000', '0119'],
  tok_timeout_approved: ['visa', '400000', '0127'],
  tok_timeout_declined: ['visa', '400000', '0135'],
  tok_chargeback: ['visa', '400000', '0259'],
};

export const SANDBOX_TOKENS = Object.keys(SANDBOX_CARDS);

/** The sandbox's card for `token`, or undefined. */
export function sandboxCard(token: string): CardReference | undefined {
  if (!Object.hasOwn(SANDBOX_CARDS, token)) return undefined;
  const [brand, firstSixDigits, lastFourDigits] = SANDBOX_CARDS[token]!;
  return { token, brand, firstSixDigits, lastFourDigits };
}
