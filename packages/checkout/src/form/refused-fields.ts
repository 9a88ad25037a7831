import type { ErrorDetail } from '../api/checkout-api.js';
import type { Field, Problem, Problems } from './fields.js';

/** Where what the platform says about its fields, or those of a card, belongs on the page. */
const FIELDS: Readonly<Record<string, Field>> = {
  'customer.name': 'name',
  'customer.email': 'email',
  'customer.tax_id': 'taxId',
  'customer.phone': 'phone',
  'card.number': 'number',
  'card.holderName': 'holderName',
  'card.expirationMonth': 'expiry',
  'card.expirationYear': 'expiry',
  'card.cvv': 'cvv',
};

/** Errors about a card as a whole. */
const CARD_ERRORS: Readonly<Record<string, { readonly field: Field; readonly problem: Problem }>> = {
  card_expired: { field: 'expiry', problem: 'expired' },
  unsupported_card_brand: { field: 'number', problem: 'unsupported' },
};

/** The problems of fields in a refusal; none when it is about something else. */
export function refusedFields(error: string, details: readonly ErrorDetail[]): Problems {
  const cardError = CARD_ERRORS[error];
  if (cardError) return { [cardError.field]: cardError.problem };
  const named = details.flatMap(({ field }) => FIELDS[field] ?? []);
  return Object.fromEntries(named.map((field) => [field, 'invalid' as const]));
}
