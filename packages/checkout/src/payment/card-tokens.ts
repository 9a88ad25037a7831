import { ApiError, createTokenizer, type Tokenizer, ValidationError } from '@centavo/tokenizer';
import { parseExpiry } from '../form/card.rules.js';
import type { FormValues } from '../form/fields.js';
import { refusedFields } from '../form/refused-fields.js';
import { digitsOf } from '../format/digits.js';
import { aForm, type Stage } from './stage.js';

/** Stands for a card; throws what the SDK throws. */
export type TokenizeCard = (values: FormValues) => Promise<string>;

/**
 * @param linkUrl the address of the payment link, where the page has the routes for tokens that merchants have under `/v1`
 */
export function createCardTokens(linkUrl: string, isSandbox: boolean): TokenizeCard {
  let tokenizer: Tokenizer | undefined;
  return async ({ number, holderName, expiry, cvv }) => {
    // Not before it is needed: without https there is no encryption, and then only cards cannot be paid with.
    tokenizer ??= createTokenizer({
      // These routes know the merchant by their address. The SDK wants a key to know whether cards are real.
      publicKey: isSandbox ? 'pk_test_checkout' : 'pk_live_checkout',
      baseUrl: linkUrl,
    });
    const { month = '', year = '' } = parseExpiry(expiry) ?? {};
    const card = { number: digitsOf(number), holderName, expirationMonth: month, expirationYear: year, cvv };
    return (await tokenizer.tokenize({ card })).token;
  };
}

/** Where the payer is when his card could not be turned into a token. Nothing has been charged. */
export function stageAfterTokenError(error: unknown): Stage {
  if (error instanceof ValidationError) return formWith(error.field, [{ field: error.field, code: 'invalid' }]);
  if (!(error instanceof ApiError)) return aForm({ kind: 'card_not_possible' });
  if (error.status === 404 || error.status === 410) return { name: 'unavailable' };
  if (error.status === 429) return aForm({ kind: 'too_many_tries' });
  if (error.status === 422) return formWith(error.error, error.details);
  return aForm({ kind: error.status === 0 || error.status >= 500 ? 'no_connection' : 'card_not_possible' });
}

function formWith(error: string, details: Parameters<typeof refusedFields>[1]): Stage {
  const problems = refusedFields(error, details);
  return aForm({ kind: Object.keys(problems).length > 0 ? 'check_fields' : 'card_not_possible' }, problems);
}
