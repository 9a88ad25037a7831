import { detectBrand } from '@centavo/brazil';
import type { ChargeableCard } from './card-reference.js';
import { ClearCard } from './clear-card.js';

/** Test cards that any merchant of a sandbox may charge by token: curl alone can pay. Published numbers, nobody's cards. */
const NUMBERS = {
  tok_visa: '4242424242424242',
  tok_mastercard: '5555555555554444',
  tok_elo: '6362970000457013',
  tok_amex: '378282246310005',
  tok_hipercard: '6062825624254001',
  tok_card_declined: '4000000000000028',
  tok_insufficient_funds: '4000000000009995',
  tok_do_not_honor: '4000000000000002',
  tok_expired_card: '4000000000000069',
  tok_acquirer_error_once: '4000000000000119',
  tok_timeout_approved: '4000000000000127',
  tok_timeout_declined: '4000000000000135',
  tok_chargeback: '4000000000000259',
};

/** None of them expires while anybody tries them. */
const EXPIRY = { expirationMonth: '12', expirationYear: '2099' };

function cardOf(token: string, number: string): ChargeableCard {
  const clear = new ClearCard({ number, holderName: 'SANDBOX', ...EXPIRY });
  const shown = { firstSixDigits: number.slice(0, 6), lastFourDigits: number.slice(-4), ...EXPIRY };
  return { token, brand: detectBrand(number)!, ...shown, reveal: () => Promise.resolve(clear) };
}

/** The sandbox's cards by their tokens. */
export const SANDBOX_CARDS: ReadonlyMap<string, ChargeableCard> = new Map(
  Object.entries(NUMBERS).map(([token, number]) => [token, cardOf(token, number)]),
);
