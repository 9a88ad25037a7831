import type { Database } from '@centavo/persistence';
import { newId, type Clock, type Settings, Metrics } from '@centavo/runtime';
import { CompactEncrypt, importJWK } from 'jose';
import type { CardData } from '../cards/clear-card.js';
import { FindCard } from '../vault/find-card.js';
import { JwkSetKeyProvider } from '../vault/keys/jwk-set-key-provider.js';
import type { KeyProvider } from '../vault/keys/key-provider.port.js';
import { KeySet } from '../vault/keys/key-set.domain.js';
import { RevealCard } from '../vault/reveal-card.js';
import { TokenizeCards, type Tokenization } from '../vault/tokenize-cards.js';
import { Vault } from '../vault/vault.js';

const keySet = KeySet.generate();
const MERCHANT_ID = newId();

/** Keys of this test run. */
const testKeys = (): KeyProvider => new JwkSetKeyProvider(() => Promise.resolve(keySet));

/** The vault of one instance, wired by hand on a real database. */
export const vaultOn = (database: Database, settings: Settings, clock: Clock, keys = testKeys()): Vault =>
  new Vault(
    new TokenizeCards(database, keys, clock, settings),
    new FindCard(database),
    new RevealCard(database, keys, settings, new Metrics()),
    keys,
  );

/** A command to tokenize a card, as a client's page and the gateway make it. */
export async function cardCommand(
  keys: KeyProvider,
  card: Partial<CardData>,
  merchantId = MERCHANT_ID,
): Promise<Tokenization> {
  const key = await keys.publicKey();
  const content = { number: '', holderName: 'MARIA SILVA', expirationMonth: '12', expirationYear: '2040', ...card };
  const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: key.alg, enc: 'A256GCM', kid: key.kid })
    .encrypt(await importJWK({ ...key }));
  return { command: { merchant_id: merchantId, actor: `api_key:${newId()}`, card: jwe }, requestId: 'test' };
}
