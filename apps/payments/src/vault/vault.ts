import { DomainError, type Answer, type CardEncryptionKey, type CardToken } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { ClearCard } from '../cards/clear-card.js';
import type { KnownCard } from './cards.sql.js';
import { FindCard } from './find-card.js';
import { KeyProvider } from './keys/key-provider.port.js';
import { RevealCard } from './reveal-card.js';
import { TokenizeCards, type Tokenization } from './tokenize-cards.js';

/** The card vault, as the rest of payments sees it: all that there is. */
@Injectable()
export class Vault {
  constructor(
    private readonly tokenizeCards: TokenizeCards,
    private readonly findCard: FindCard,
    private readonly revealCard: RevealCard,
    private readonly keys: KeyProvider,
  ) {}

  /** What clients encrypt cards to. */
  publicKey(): Promise<CardEncryptionKey> {
    return this.keys.publicKey();
  }

  /** A token for each encrypted card, or why there is none. */
  tokenize(tokenizations: readonly Tokenization[]): Promise<(Answer<CardToken> | DomainError)[]> {
    return this.tokenizeCards.execute(tokenizations);
  }

  /** What may be shown of a card; undefined when there is none for this token. */
  find(token: string): Promise<KnownCard | undefined> {
    return this.findCard.execute(token);
  }

  /**
   * The card in clear, for the call to an acquirer. It is put on record with the `reason`.
   * @throws when it cannot be had
   */
  reveal(token: string, reason: string): Promise<ClearCard> {
    return this.revealCard.execute(token, reason);
  }
}
