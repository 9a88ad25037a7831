import { Injectable } from '@nestjs/common';
import { Settings } from '@centavo/runtime';
import type { CardReference } from './card-reference.js';
import { sandboxCard } from './sandbox-cards.domain.js';

/** Finds the card behind a token. */
@Injectable()
export class CardDirectory {
  constructor(private readonly settings: Settings) {}

  /** The card that `token` stands for, or undefined when the token is unknown. Sandbox tokens are nobody's and everybody's. */
  find(token: string): CardReference | undefined {
    return this.settings.isSandbox ? sandboxCard(token) : undefined;
  }
}
