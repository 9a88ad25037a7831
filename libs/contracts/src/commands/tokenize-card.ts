import { ApiProperty } from '@nestjs/swagger';
import { DomainError } from '../errors/domain-error.js';
import { FieldRule } from '../fields.js';

const MAX_LENGTH = 4096;
/** Five parts of base64url, of which the first is a JSON object: whatever else it is, it is no card number. */
const COMPACT_JWE = /^eyJ[\w-]+(\.[\w-]+){4}$/;
const RULE =
  'must be a compact JWE (ECDH-ES+A256KW, A256GCM) to a key from GET /v1/tokens/public-key, as @centavo/tokenizer makes it. Never send card data in clear.';

const isEncryptedCard = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= MAX_LENGTH && COMPACT_JWE.test(value);

/** Body of `POST /v1/tokens`. */
export class TokenizeCardDto {
  // One rule for all that it must be: card data in clear, in whatever form, gets one answer that repeats nothing of it.
  @ApiProperty({
    type: 'string',
    maxLength: MAX_LENGTH,
    description: 'The card as a compact JWE of `{number, holderName, expirationMonth, expirationYear}`.',
    pattern: COMPACT_JWE.source,
    example: 'eyJhbGciOiJFQ0RILUVTK0EyNTZLVyJ9.a2V5.aXY.Y2lwaGVydGV4dA.dGFn',
  })
  @FieldRule('isEncryptedCard', isEncryptedCard, RULE)
  card!: string;
}

/** The one answer to a card that cannot be decrypted: it does not say why. */
export const undecryptableCard = (): DomainError => DomainError.invalidField('card', 'undecryptable', `card ${RULE}`);

/** `tokens.create`: the card crosses the bus as it came, encrypted. */
export interface TokenizeCardCommand {
  readonly merchant_id: string;
  /** Who asks: `api_key:` or `payment_link:` and its id. */
  readonly actor: string;
  /** A compact JWE. */
  readonly card: string;
}
