import { match, strictEqual } from 'node:assert/strict';
import { createTokenizer } from '@centavo/tokenizer';
import { exampleCharge } from '../scripts/lib/example-charge.mjs';

/** A card that is used nowhere else, so that wherever its number is found afterwards it has leaked. */
export const MARKER_CARD = {
  number: '4916998877665547',
  holderName: 'MARIA MARCADA',
  expirationMonth: '11',
  expirationYear: '2039',
  cvv: '7391',
};

/** The walk's steps with a card of the merchant's own customer. */
export const cardSteps = {
  'a card becomes a token in the SDK, the same each time': async ({ credentials, found }) => {
    const { base_url: baseUrl, merchant } = credentials;
    const tokenizer = createTokenizer({ publicKey: merchant.public_key, baseUrl });
    const [first, again] = [
      await tokenizer.tokenize({ card: MARKER_CARD }),
      await tokenizer.tokenize({ card: MARKER_CARD }),
    ];
    match(first.token, /^tok_/);
    strictEqual(first.brand, 'visa');
    strictEqual(first.lastFourDigits, '5547');
    strictEqual(again.token, first.token);
    found.token = first.token;
  },
  'its token pays': async ({ api, found }) => {
    const body = { ...exampleCharge, payment_details: { token: found.token } };
    const { body: paid } = await api('POST', '/v1/charges', { body, prefer: 'wait=10' });
    strictEqual(paid.data.status, 'captured');
    strictEqual(paid.data.payment_details.last_four_digits, '5547');
  },
  'a card in clear is refused': async ({ api }) => {
    const { number, holderName } = MARKER_CARD;
    const { status, text } = await api('POST', '/v1/tokens', { body: { card: { number, holderName } } });
    strictEqual(status, 422);
    strictEqual(text.includes(number), false);
  },
};
