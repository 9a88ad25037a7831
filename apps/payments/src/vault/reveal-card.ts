import { Metrics, PacedBatcher, Settings } from '@centavo/runtime';
import { VaultDatabase } from '@centavo/service';
import { Injectable } from '@nestjs/common';
import type { ClearCard } from '../cards/clear-card.js';
import { takeSealedCards } from './access-log.sql.js';
import { openCard, type SealedCard } from './card-cipher.js';
import { KeyProvider } from './keys/key-provider.port.js';

const MAX_BATCH = 200;
const LINGER_MS = 2;

interface Question {
  readonly token: string;
  readonly reason: string;
}

/** Gives cards out in clear, for an acquirer. */
@Injectable()
export class RevealCard {
  readonly #actor: string;
  readonly #revealed;
  readonly #failed;
  readonly #questions: PacedBatcher<Question, SealedCard | undefined>;

  constructor(
    private readonly database: VaultDatabase,
    private readonly keys: KeyProvider,
    settings: Settings,
    metrics: Metrics,
  ) {
    const reveals = metrics.counter('vault_reveals_total');
    this.#revealed = reveals.labels({ outcome: 'done' });
    this.#failed = reveals.labels({ outcome: 'failed' });
    this.#actor = settings.instanceName;
    this.#questions = new PacedBatcher({
      flush: (questions) => this.#take(questions),
      maxSize: MAX_BATCH,
      lingerMs: LINGER_MS,
    });
  }

  /**
   * @param reason for the record, which is made before anything is given out
   * @throws KeyError when it cannot be opened, Error when there is no such card
   */
  async execute(token: string, reason: string): Promise<ClearCard> {
    let outcome = this.#failed;
    try {
      const card = await this.#reveal(token, reason);
      outcome = this.#revealed;
      return card;
    } finally {
      outcome.inc();
    }
  }

  async #reveal(token: string, reason: string): Promise<ClearCard> {
    const sealed = await this.#questions.add({ token, reason });
    if (!sealed) throw new Error('the vault has no card for this token');
    return openCard(sealed, token, this.keys);
  }

  async #take(questions: readonly Question[]): Promise<(SealedCard | undefined)[]> {
    const accesses = questions.map((question) => ({ ...question, actor: this.#actor }));
    const sealed = await takeSealedCards(this.database, accesses);
    return questions.map(({ token }) => sealed.get(token));
  }
}
