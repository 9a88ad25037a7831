import { PacedBatcher } from '@centavo/runtime';
import { VaultDatabase } from '@centavo/service';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { findByToken, type KnownCard } from './cards.sql.js';

/** About 300 bytes each. What is on a card never changes, so nothing has to be forgotten. */
const MAX_REMEMBERED = 20_000;
const MAX_BATCH = 500;

/** Finds what may be shown of a card by its token. */
@Injectable()
export class FindCard {
  readonly #remembered = new LRUCache<string, KnownCard>({ max: MAX_REMEMBERED });
  readonly #questions: PacedBatcher<string, KnownCard | undefined>;

  constructor(private readonly database: VaultDatabase) {
    this.#questions = new PacedBatcher({ flush: (tokens) => this.#find(tokens), maxSize: MAX_BATCH, lingerMs: 0 });
  }

  /** The card, undefined when the token is nobody's; without waiting when it is remembered. */
  async execute(token: string): Promise<KnownCard | undefined> {
    return this.#remembered.get(token) ?? this.#questions.add(token);
  }

  async #find(tokens: readonly string[]): Promise<(KnownCard | undefined)[]> {
    const found = new Map((await findByToken(this.database, tokens)).map((card) => [card.token, card]));
    for (const [token, card] of found) this.#remembered.set(token, card);
    return tokens.map((token) => found.get(token));
  }
}
