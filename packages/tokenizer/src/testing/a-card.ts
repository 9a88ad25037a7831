import type { CardInput } from '../validate-card.js';

/** A card that is in order; its number and CVV occur nowhere else. */
export const aCard = (fields: Partial<CardInput> = {}): CardInput => ({
  number: '4929000011112222',
  holderName: 'Maria Silva',
  expirationMonth: '09',
  expirationYear: '2031',
  cvv: '9173',
  ...fields,
});
