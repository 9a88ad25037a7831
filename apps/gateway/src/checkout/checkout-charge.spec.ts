import type { Charge, FailureCode } from '@centavo/contracts';
import { presentCheckoutCharge } from './checkout-charge.js';

const declinedFor = (failure_code: FailureCode | null) =>
  ({ status: 'failed', failure_code, payment_details: { brand: 'visa' } }) as unknown as Charge;

describe('Why a card failed, as its payer hears it,', () => {
  it.each<[FailureCode | null, FailureCode | null]>([
    ['stolen_card', 'card_declined'],
    ['suspected_fraud', 'card_declined'],
    ['invalid_card', 'card_declined'],
    ['card_declined', 'card_declined'],
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'expired_card'],
    [null, null],
  ])('is for %s: %s', (code, told) => {
    expect(presentCheckoutCharge(declinedFor(code), null).failure_code).toBe(told);
  });
});
