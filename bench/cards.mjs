import { CompactEncrypt, importJWK } from 'jose';

/** As many buyers' pages would send them: each encrypted anew, each another card. */
const firstNumber = 4_000_010_000_000_000n;

/**
 * Encrypted cards, ready to be sent, so that their making costs nothing while it is measured.
 * @param {string} baseUrl
 * @param {number} count
 * @returns {Promise<Buffer[]>} bodies of `POST /v1/tokens`
 */
export async function encryptCards(baseUrl, count) {
  const { data: jwk } = await (await fetch(`${baseUrl}/v1/tokens/public-key`)).json();
  const key = await importJWK(jwk);
  return Promise.all(Array.from({ length: count }, (_, index) => encryptCard(key, jwk.kid, index)));
}

async function encryptCard(key, kid, index) {
  const number = String(firstNumber + BigInt(index));
  const card = { number, holderName: 'MARIA SILVA', expirationMonth: '12', expirationYear: '2049' };
  const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid })
    .encrypt(key);
  return Buffer.from(JSON.stringify({ card: jwe }));
}
