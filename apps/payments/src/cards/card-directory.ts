import { DomainError } from '@centavo/contracts';
import { Clock, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { AcquirerUnavailableError } from '../acquirers/acquirer.port.js';
import { Vault } from '../vault/vault.js';
import { isExpired } from './card-expiry.domain.js';
import type { CardReference, ChargeableCard } from './card-reference.js';
import { SANDBOX_CARDS } from './sandbox-cards.domain.js';

/** Finds the card behind a token: in the vault, and in the sandbox also among its own, which are nobody's and everybody's. */
@Injectable()
export class CardDirectory {
  constructor(
    private readonly vault: Vault,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * The card that a merchant may charge by `token`.
   * @param field of the body that named it
   * @throws DomainError `invalid_token`, also for another merchant's; `card_expired`
   */
  async find(token: string, merchantId: string, field: string): Promise<CardReference> {
    const shared = this.#shared(token);
    if (shared) return shared;
    const card = await this.vault.find(token);
    if (card?.merchantId !== merchantId) throw DomainError.onField('invalid_token', field);
    if (isExpired(card, this.clock.now())) throw DomainError.onField('card_expired', field);
    return card;
  }

  /**
   * The card of a charge, for the acquirer.
   * @param reason why it may be revealed, for the record
   */
  async chargeable(token: string, reason: string): Promise<ChargeableCard> {
    const shared = this.#shared(token);
    if (shared) return shared;
    const card = await this.vault.find(token);
    if (!card) throw new Error('the token of a charge is no longer known');
    return { ...card, reveal: () => this.#reveal(token, reason) };
  }

  #shared(token: string): ChargeableCard | undefined {
    return this.settings.isSandbox ? SANDBOX_CARDS.get(token) : undefined;
  }

  /** What the acquirer was not even told, it has certainly not done. */
  async #reveal(token: string, reason: string) {
    try {
      return await this.vault.reveal(token, reason);
    } catch (cause) {
      throw new AcquirerUnavailableError('the card cannot be revealed', { cause, scope: 'request' });
    }
  }
}
