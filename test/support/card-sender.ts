import type { CardToken } from '@centavo/contracts';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import type { Credentials, Reply, TestMerchant } from '../http-client.js';
import type { TestPlatform } from '../platform.js';

/** Good until anybody stops running tests. */
export const CARD = {
  number: '4242424242424242',
  holderName: 'MARIA SILVA',
  expirationMonth: '12',
  expirationYear: '2040',
};

export const publicHalf = ({ credentials }: TestMerchant): Credentials => ({ publicKey: credentials.publicKey });

interface Envelope {
  /** Instead of what belongs there. */
  readonly header?: Record<string, unknown>;
  /** Instead of the platform's key. */
  readonly to?: JWK;
}

/** A buyer's page that encrypts cards as it likes, also wrongly. */
export class CardSender {
  #lastNumber = 4_242_420_000_000_000n;

  private constructor(
    private readonly platform: Pick<TestPlatform, 'http'>,
    private readonly key: JWK & { kid: string },
    private readonly as: Credentials,
  ) {}

  /** @param as whose tokens it makes unless told otherwise */
  static async start(platform: Pick<TestPlatform, 'http'>, as: Credentials): Promise<CardSender> {
    const { body } = await platform.http.call<JWK & { kid: string }>('GET', '/v1/tokens/public-key');
    return new CardSender(platform, body.data, as);
  }

  /** A card that nobody has yet. In the sandbox its check digit does not matter. */
  aNewCard(): typeof CARD {
    return { ...CARD, number: String((this.#lastNumber += 1n)) };
  }

  async encrypt(content: unknown, { header = {}, to = this.key }: Envelope = {}): Promise<string> {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: this.key.kid, ...header })
      .encrypt(await importJWK(to, 'ECDH-ES+A256KW'));
  }

  send(card: unknown, as: Credentials = this.as): Promise<Reply<CardToken>> {
    return this.platform.http.post<CardToken>('/v1/tokens', as, { card });
  }

  async tokenize(card: object, as?: Credentials): Promise<Reply<CardToken>> {
    return this.send(await this.encrypt(card), as);
  }
}
