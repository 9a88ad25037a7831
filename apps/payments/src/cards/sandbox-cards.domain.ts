import type { CardBrand } from '@centavo/contracts';
import type { CardReference } from './card-reference.js';
import { ClearCard } from './clear-card.js';

/** Test cards that any merchant of a sandbox may charge by token: curl alone can pay. Published numbers, nobody's cards. */
const SANDBOX_CARDS: Readonly<Record<string, readonly [CardBrand, number: string]>> = {
  tok_visa: ['visa', '4242424242424242'],
  tok_mastercard: ['mastercard', '5555555555554444'],
  tok_elo: ['elo', '6362970000457013'],
  tok_amex: ['amex', '378282246310005'],
  tok_hipercard: ['hipercard', '6062825624254001'],
  tok_card_declined: ['visa', '4000000000000028'],
  tok_insufficient_funds: ['visa', '4000000000009995'],
  tok_do_not_honor: ['visa', '4000000000000002'],
  tok_expired_card: ['visa', '4000000000000069'],
  tok_acquirer_error_once: ['visa', '4000000000000119'],
  tok_timeout_approved: ['visa', '4000000000000127'],
  tok_timeout_declined: ['visa', '4000000000000135'],
  tok_chargeback: ['visa', '4000000000000259'],
};

/** None of them expires while anybody tries them. */
const EXPIRY = { expirationMonth: '12', expirationYear: '2099' };

export const SANDBOX_TOKENS = Object.keys(SANDBOX_CARDS);

/** The sandbox's card for `token`, or undefined. */
export function sandboxCard(token: string): CardReference | undefined {
  if (!Object.hasOwn(SANDBOX_CARDS, token)) return undefined;
  const [brand, number] = SANDBOX_CARDS[token]!;
  return { token, brand, firstSixDigits: number.slice(0, 6), lastFourDigits: number.slice(-4), ...EXPIRY };
}

/** What is printed on the sandbox's card for `token`, or undefined. */
export function clearSandboxCard(token: string): ClearCard | undefined {
  if (!Object.hasOwn(SANDBOX_CARDS, token)) return undefined;
  return new ClearCard({ number: SANDBOX_CARDS[token]![1], holderName: 'SANDBOX', ...EXPIRY });
}
